// What both pages of the shop share: asking the server, writing prices.
export const money = (cents) => `€${(cents / 100).toFixed(2)}`;

export async function call(path, body) {
  const answer = await fetch(path, body && { method: "POST", body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  return answer.json();
}
