// The calendars of pages without a framework: air-datepicker, daterangepicker, jQuery UI.
import "air-datepicker/air-datepicker.css";
import "daterangepicker/daterangepicker.css";
import "jquery-ui/dist/themes/base/jquery-ui.css";
import jQuery from "jquery";
import "daterangepicker";

export { default as AirDatepicker } from "air-datepicker";
export { default as english } from "air-datepicker/locale/en.js";
// It looks for the global of pages without modules.
window.jQuery = jQuery;
await import("jquery-ui/ui/widgets/datepicker.js");
export { jQuery };
