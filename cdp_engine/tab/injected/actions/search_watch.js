// A search that a page makes by itself some time after a text was entered: its results are waited for.

import { boxOf, closest, parentOf, words } from "../elements/dom.js";

// Pages wait 150 to 500 ms for the next letter before they search.
const COMES_MS = 650;
const FIELD = "input, textarea, [role=searchbox], [role=combobox], [role=textbox], [contenteditable]";
const BUTTONS = "[type=button], [type=submit], [type=checkbox], [type=radio], [type=range], [type=password]";
const SEARCHES = "[type=search], [role=searchbox], [enterkeyhint=search], [name=q], [name=query]";
const NAMES = ["placeholder", "aria-label", "aria-placeholder", "title", "name", "id"];
const SAYS_SO =
  /(^|[^\p{L}])(search|filter|find|lookup|suche?n?|filtern|busca|buscar|filtrar|recherche|rechercher|chercher|filtrer|cerca|cercare|filtra|zoek|zoeken|szukaj|sök|søg|поиск|найти)($|[^\p{L}])|搜索|搜尋|検索|검색/iu;
const LEVELS = 6;
const TALLER = 1.8;
const LEAST_TALL = 48;

const isSearch = (field) => {
  if (!field.matches(FIELD) || field.matches(BUTTONS)) return false;
  if (field.matches(SEARCHES) || closest(field, (at) => at.matches("search, [role=search]"))) return true;
  const said = NAMES.map((name) => field.getAttribute(name) || "");
  said.push(...Array.from(field.labels || [], (label) => words(label.textContent)));
  return said.some((text) => SAYS_SO.test(text.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")));
};

// The box of a field alone: what changes in it, such as a button that empties it, does not count as a result.
const ownBox = (field) => {
  const most = Math.max(LEAST_TALL, boxOf(field)[3] * TALLER);
  let box = field;
  for (let up = 0; up < LEVELS; up++) {
    const above = parentOf(box);
    if (!above || boxOf(above)[3] > most) break;
    box = above;
  }
  return box;
};

// Watches a field that has taken a text, if it is one for searches: `changed` for what the page changes from then on,
// `awaits` as long as its results may come by themselves.
const watchSearch = (field) => {
  if (!(field instanceof Element) || !isSearch(field)) return null;
  const box = ownBox(field);
  let since = performance.now();
  const changed = (node) => {
    if (!box.contains(node)) since = -Infinity;
  };
  const awaits = () => performance.now() - since < COMES_MS && field.isConnected;
  return { changed, awaits };
};

export { watchSearch };
