export * as headless from "@headlessui/react";
