/**
 * Names that RFC 2606 and RFC 6761 reserve. Every other name can be registered and can be a C2 server, `evil.com`
 * too: its sentence decides.
 */
const RESERVED = /(?:^|\.)(?:(?:example|test|invalid|localhost)|example\.(?:com|net|org))$/;

/** Words that stand for somebody's name, whatever is around them: `targetsname-okta.com`. */
const SOMEBODY =
  /(?:^|[.-])(?:victims?|targets?|companys?|organi[sz]ations?|org|corps?|brands?|clients?|customers?|domains?|users?)-?names?(?=[.-])|(?:^|[.-])(?:target|victim|your|my)-?(?:company|organi[sz]ation|org|domain|brand|corp|name|site)(?=[.-])/;

/** Words that do so where the sentence says that a pattern is meant: "such as company-sso.com". */
const GENERIC =
  /(?:^|[.-])(?:victims?|targets?|company|organi[sz]ation|brand|client|customer|example|sample|placeholder|foo|bar|contoso|fabrikam|acme(?:-?corp)?|xxx+)(?=[.-])/;

/** Words of real names too: they stand for any where the name has no others. "support-site.com" was registered. */
const GENERIC_ALONE =
  /(?:^|\.)(?:attacker|bad|evil|malicious|phishing|domain|site|website|server)(?:-(?:domain|site|website|server))?\./;

/** Marks of what is to be put in: `<domain>`, `[username]`, `{id}`, `%s`. */
const BLANKS =
  /<[a-z_ -]{2,30}>|\{[a-z_ -]{2,30}\}|\[[a-z_ -]{2,30}\]|%s\b|x{4,}\.|\.tld(?![\w.])|redacted/i;

/**
 * Whether a host stands for any of its like.
 * @param isPattern whether the sentence says so: "such as", "of the form"
 */
export function isPlaceholderHost(host: string, isPattern: boolean): boolean {
  if (RESERVED.test(host) || SOMEBODY.test(host)) return true;
  return isPattern && (GENERIC.test(host) || GENERIC_ALONE.test(host));
}

/** Whether a URL or an e-mail address has blanks to fill in. */
export function hasBlanks(value: string): boolean {
  return BLANKS.test(value);
}

/** The last part of a path or a key where it is a blank: `C:\\Users\\<name>\\[sample]`. */
const BLANK_NAME = /(?:^|[\\/])(?:<[^<>\\/]{2,40}>|\[[a-z_ -]{2,40}\]|\{[a-z_ -]{2,30}\})[\\/]?$/i;

/** Whether a path or key names nothing by itself, its last part being a blank to fill in. */
export function endsInBlank(path: string): boolean {
  return BLANK_NAME.test(path);
}

/** Numbers kept for documentation: 64496 to 64511 and 65536 to 65551 (RFC 5398). */
export function isExampleAsn(asn: string): boolean {
  const number = Number(asn.slice("AS".length));
  return (number >= 64496 && number <= 64511) || (number >= 65536 && number <= 65551);
}
