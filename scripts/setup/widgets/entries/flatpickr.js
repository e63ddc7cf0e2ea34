import "flatpickr/dist/flatpickr.css";
import "flatpickr/dist/plugins/monthSelect/style.css";

export { default as flatpickr } from "flatpickr";
export { default as monthSelect } from "flatpickr/dist/plugins/monthSelect";
