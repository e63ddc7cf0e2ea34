export { default as naive } from "naive-ui";
