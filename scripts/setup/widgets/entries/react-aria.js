export * as aria from "react-aria-components";
