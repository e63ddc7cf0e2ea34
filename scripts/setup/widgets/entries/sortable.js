export { default as Sortable } from "sortablejs";
