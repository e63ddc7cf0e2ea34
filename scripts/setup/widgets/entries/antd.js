export * as antd from "antd";
export { default as dayjs } from "dayjs";
