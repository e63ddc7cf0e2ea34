export { Calendar } from "fullcalendar/index.js";
