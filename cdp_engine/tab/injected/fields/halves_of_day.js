// Times of twelve hours: AM and PM, and their hours among those of the whole day.

const NOON = 12;
const HALF = /^([ap])\.?m\.?$/i;

// The half of the day that a text names, `a` or `p`; undefined for any other text.
const halfOf = (text) => HALF.exec(text)?.[1].toLowerCase();

// The hour of the whole day of an hour of a half (`a…`, `p…`).
const hourOfDay = (hour, half) => (Number(hour) % NOON) + (half.toLowerCase().startsWith("p") ? NOON : 0);

export { halfOf, hourOfDay, NOON };
