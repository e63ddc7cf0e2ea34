export { Editor } from "@tiptap/core";
export { StarterKit } from "@tiptap/starter-kit";
export { TableKit } from "@tiptap/extension-table";
export { TaskItem, TaskList } from "@tiptap/extension-list";
