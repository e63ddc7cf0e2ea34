import "element-plus/dist/index.css";
export { default as ElementPlus } from "element-plus/dist/index.full.mjs";
