import { AttackLink } from "../attack-link.tsx";

const ID = /\b((?:AML\.)?T\d{4}(?:\.\d{3})?|[GSC]\d{4}|CVE-\d{4}-\d{4,19})\b/u;

interface Props {
  text: string;
  domain?: string | undefined;
  /** The ID of the current page, which is not linked. */
  self: string;
}

/** A sentence from the service in which each ID links to its page. */
export function LinkedIds({ text, domain, self }: Props) {
  return text.split(ID).map((part, index) =>
    // Every second part is an ID.
    index % 2 === 0 || part === self ? part : <AttackLink key={index} id={part} domain={domain} />,
  );
}
