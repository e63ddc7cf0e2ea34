import "@mantine/core/styles.css";
export * as mantine from "@mantine/core";
