// Several handles on one track, as a range has: a handle that is led past another one swaps with it, or moves it.

import { all } from "../elements/appearance.js";
import { fieldOf } from "./fields.js";
import { trackAround } from "./ranges.js";

const HANDLES = "[role=slider], input[type=range]";
const OFF = 0.15;

// What a slider holds, and its place in its range, from 0 to 1; null where it does not say both.
const placeOf = (slider) => {
  const native = slider.matches("input[type=range]");
  const [value, least, most] = native
    ? [slider.value, slider.min || "0", slider.max || "100"].map(Number)
    : ["now", "min", "max"].map((name) => parseFloat(slider.getAttribute(`aria-value${name}`)));
  return most > least && Number.isFinite(value) ? { value, share: (value - least) / (most - least) } : null;
};

// How far along its track a handle is drawn, from 0 to 1.
const drawnAt = (slider, track) => {
  const box = slider.getBoundingClientRect();
  const around = track.getBoundingClientRect();
  return around.width >= around.height
    ? (box.x + box.width / 2 - around.x) / around.width
    : 1 - (box.y + box.height / 2 - around.y) / around.height;
};

// Whether each slider is drawn where its value lies on the track; sliders that merely share a row are not.
const areHandles = (places, sliders, track) => {
  const off = (at, share) => Math.abs(at - share) > OFF;
  const drawn = sliders.map((slider) => drawnAt(slider, track));
  return (
    drawn.every((at, index) => !off(at, places[index].share)) ||
    drawn.every((at, index) => !off(1 - at, places[index].share))
  );
};

const handlesOn = (track) => all(track, HANDLES).filter((at) => trackAround(at) === track);

// What the other handles of a slider's track hold, in the order of the page.
const handlesBeside = (element) => {
  const slider = fieldOf(element);
  const track = trackAround(slider);
  const others = track ? handlesOn(track).filter((at) => at !== slider) : [];
  return others.map((at) => placeOf(at)?.value ?? 0);
};

// What the handle holds that a slider would pass on its way to a value; nothing where its way is free.
const passedHandle = (element, wanted) => {
  const slider = fieldOf(element);
  const track = trackAround(slider);
  if (!track) return [];
  const sliders = handlesOn(track);
  const own = sliders.indexOf(slider);
  const places = sliders.map(placeOf);
  if (own < 0 || sliders.length < 2 || !places.every(Boolean)) return [];
  if (!areHandles(places, sliders, track)) return [];
  const { value } = places[own];
  const passed = places.filter((other, index) => {
    if (index === own) return false;
    const lower = other.value < value || (other.value === value && index < own);
    return lower ? wanted < other.value : wanted > other.value;
  });
  return passed.slice(0, 1).map((other) => other.value);
};

export { handlesBeside, passedHandle };
