import ace from "ace-builds/src-noconflict/ace";
import "ace-builds/src-noconflict/mode-sql";

export { ace };
