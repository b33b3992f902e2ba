import { identifierParam } from "../../platform/http/params.ts";

const upper = (value: string) => value.toUpperCase();

/** A CVE id: a year, and at least four digits (cve.org). */
export const cveIdParam = identifierParam(
  "a CVE id such as CVE-2021-26855",
  /^CVE-(?:19|20)\d{2}-\d{4,19}$/,
  upper,
).meta({
  description: "CVE identifier (cve.org).",
  pattern: "^[Cc][Vv][Ee]-(19|20)\\d{2}-\\d{4,19}$",
  example: "CVE-2021-26855",
});
