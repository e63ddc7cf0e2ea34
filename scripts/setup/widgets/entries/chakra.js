export * as chakra from "@chakra-ui/react";
