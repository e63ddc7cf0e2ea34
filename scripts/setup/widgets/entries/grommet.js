export * as grommet from "grommet";
