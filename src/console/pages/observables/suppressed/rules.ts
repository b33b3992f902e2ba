import type { SuppressionRule } from "../../../api/suppressions.ts";

/** Why a value is suppressed, in words. */
export const RULE_NAMES: Readonly<Record<SuppressionRule, string>> = {
  private_address: "Private address",
  reserved_address: "Reserved address",
  documentation_address: "Address for documentation",
  well_known_resolver: "Well-known resolver",
  benign_domain: "Benign domain",
  reserved_domain: "Reserved domain",
  publisher_domain: "Domain of the publisher",
  empty_file_hash: "Hash of an empty file",
  warning_list: "On a warning list",
  example: "Example",
  reference: "Reference",
  vendor: "Vendor's own",
  not_in_text: "Not in the text",
  deleted_by_analyst: "Deleted by an analyst",
};

export const RULES = Object.keys(RULE_NAMES) as SuppressionRule[];
