import { AttackLink } from "../attack-link.tsx";

const ID = /\b((?:AML\.)?T\d{4}(?:\.\d{3})?|[GSC]\d{4}|CVE-\d{4}-\d{4,19})\b/u;

/** A sentence of the service in which each ID leads to its page. */
export function LinkedIds({ text, domain }: { text: string; domain?: string | undefined }) {
  return text.split(ID).map((part, index) =>
    // Every second part is an ID.
    index % 2 === 0 ? part : <AttackLink key={index} id={part} domain={domain} />,
  );
}
