export * from "vue";
