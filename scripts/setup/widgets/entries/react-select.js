export { default as Select } from "react-select";
export { default as Creatable } from "react-select/creatable";
export { default as Async } from "react-select/async";
