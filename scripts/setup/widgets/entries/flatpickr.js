import "flatpickr/dist/flatpickr.css";
export { default as flatpickr } from "flatpickr";
