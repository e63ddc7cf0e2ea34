export { basicSetup, EditorView } from "codemirror";
export { javascript } from "@codemirror/lang-javascript";
