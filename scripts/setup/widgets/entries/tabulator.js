import "tabulator-tables/dist/css/tabulator.min.css";

export { TabulatorFull as Tabulator } from "tabulator-tables";
