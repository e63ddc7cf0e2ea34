export * as mui from "@mui/material";
export * as pickers from "@mui/x-date-pickers";
export { AdapterDayjs } from "@mui/x-date-pickers/AdapterDayjs";
export { default as dayjs } from "dayjs";
