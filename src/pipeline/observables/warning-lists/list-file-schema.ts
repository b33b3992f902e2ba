import { WARNING_EFFECTS, WARNING_LIST_TYPES } from "./vocabulary.ts";

/** Documented but not validated by the router, because a list is larger than other bodies. */
export const warningListFile = {
  required: true,
  content: {
    "application/json": {
      schema: {
        type: "object" as const,
        required: ["name", "type", "version", "matching_attributes", "list"],
        additionalProperties: false,
        properties: {
          name: { type: "string" as const, description: "Title of the list." },
          description: { type: "string" as const, description: "What the list holds." },
          type: {
            type: "string" as const,
            enum: [...WARNING_LIST_TYPES],
            description: "How entries are compared with a value.",
          },
          version: { type: "integer" as const, description: "Version of the list." },
          matching_attributes: {
            type: "array" as const,
            items: { type: "string" as const },
            description: "MISP's types of attributes that the list is for.",
          },
          list: {
            type: "array" as const,
            items: { type: "string" as const },
            description: "Entries of the list.",
          },
          effect: {
            type: "string" as const,
            enum: [...WARNING_EFFECTS],
            description:
              "What follows for the values that the list names. Default: that of the shipped list of its name, else `note`.",
          },
        },
      },
      example: {
        name: "Our own mail servers",
        description: "Hosts that send our mail",
        type: "hostname",
        version: 20261123,
        matching_attributes: ["domain", "hostname", "url"],
        list: ["mail.example.com"],
        effect: "benign",
      },
    },
  },
};
