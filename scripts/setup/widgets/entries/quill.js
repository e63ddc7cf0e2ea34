import "quill/dist/quill.snow.css";
export { default as Quill } from "quill";
