import "rsuite/dist/rsuite.min.css";
export * as rsuite from "rsuite";
