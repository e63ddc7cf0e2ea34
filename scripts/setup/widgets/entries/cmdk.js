export { Command } from "cmdk";
