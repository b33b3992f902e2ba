/** Names that RFC 2606 and RFC 6761 keep for examples, and what texts use in their place. */
const RESERVED =
  /(?:^|\.)(?:example|test|invalid|localhost)$|(?:^|\.)example\.(?:com|net|org|edu)$|(?:^|\.)(?:domain|yourdomain|mydomain|your-domain|site|website|server|company)\.(?:tld|com|net|org)$|\.tld$|(?:^|\.)(?:contoso|fabrikam|acme-?corp|attacker|evil|malicious|victim|foo|bar)\.(?:com|net|org|local)$/;

/** Words that stand for somebody's name, whatever is around them: `targetsname-okta.com`. */
const SOMEBODY =
  /(?:^|[.-])(?:victims?|targets?|companys?|organi[sz]ations?|org|corps?|brands?|clients?|customers?|domains?|users?)-?names?(?=[.-])|(?:^|[.-])(?:target|victim|your|my)-?(?:company|organi[sz]ation|org|domain|brand|corp|name|site)(?=[.-])/;

/** Words that do so where the sentence says that a pattern is meant: "such as company-sso.com". */
const GENERIC =
  /(?:^|[.-])(?:victims?|targets?|company|organi[sz]ation|brand|client|customer|domain|example|sample|placeholder|xxx+)(?=[.-])/;

/** Marks of what is to be put in: `<domain>`, `[username]`, `{id}`, `%s`. */
const BLANKS = /<[a-z_ -]{2,30}>|\{[a-z_ -]{2,30}\}|\[[a-z_ -]{2,30}\]|%s\b|x{4,}\.|redacted/i;

/**
 * Whether a host stands for any of its like.
 * @param isPattern whether the sentence says so: "such as", "of the form"
 */
export function isPlaceholderHost(host: string, isPattern: boolean): boolean {
  return RESERVED.test(host) || SOMEBODY.test(host) || (isPattern && GENERIC.test(host));
}

/** Whether a URL or an e-mail address has blanks to fill in. */
export function hasBlanks(value: string): boolean {
  return BLANKS.test(value);
}

/** Numbers kept for documentation: 64496 to 64511 and 65536 to 65551 (RFC 5398). */
export function isExampleAsn(asn: string): boolean {
  const number = Number(asn.slice("AS".length));
  return (number >= 64496 && number <= 64511) || (number >= 65536 && number <= 65551);
}
