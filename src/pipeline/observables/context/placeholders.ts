/**
 * Names that RFC 2606 and RFC 6761 reserve. Every other name, even `evil.com`, can be registered and can be a C2
 * server, so its sentence decides.
 */
const RESERVED = /(?:^|\.)(?:(?:example|test|invalid|localhost)|example\.(?:com|net|org))$/;

/** Words that always replace a real name: `targetsname-okta.com`. */
const SOMEBODY =
  /(?:^|[.-])(?:victims?|targets?|companys?|organi[sz]ations?|org|corps?|brands?|clients?|customers?|domains?|users?)-?names?(?=[.-])|(?:^|[.-])(?:target|victim|your|my)-?(?:company|organi[sz]ation|org|domain|brand|corp|name|site)(?=[.-])/;

/** Words that do so if the sentence indicates a pattern: "such as company-sso.com". */
const GENERIC =
  /(?:^|[.-])(?:victims?|targets?|company|organi[sz]ation|brand|client|customer|example|sample|placeholder|foo|bar|contoso|fabrikam|acme(?:-?corp)?|xxx+)(?=[.-])/;

/**
 * Words that also occur in real names. They are placeholders only if the name has no other words:
 * "support-site.com" was registered.
 */
const GENERIC_ALONE =
  /(?:^|\.)(?:attacker|bad|evil|malicious|phishing|domain|site|website|server)(?:-(?:domain|site|website|server))?\./;

/** Signs of text to be filled in: `<domain>`, `[username]`, `{id}`, `%s`. */
const BLANKS =
  /<[a-z_ -]{2,30}>|\{[a-z_ -]{2,30}\}|\[[a-z_ -]{2,30}\]|%s\b|x{4,}\.|\.tld(?![\w.])|redacted/i;

/**
 * Returns whether a host is a placeholder.
 * @param isPattern whether the sentence says so: "such as", "of the form"
 */
export function isPlaceholderHost(host: string, isPattern: boolean): boolean {
  if (RESERVED.test(host) || SOMEBODY.test(host)) return true;
  return isPattern && (GENERIC.test(host) || GENERIC_ALONE.test(host));
}

/** Returns whether a URL or an email address has blanks to fill in. */
export function hasBlanks(value: string): boolean {
  return BLANKS.test(value);
}

/** The last part of a path or key that is a blank: `C:\\Users\\<name>\\[sample]`. */
const BLANK_NAME = /(?:^|[\\/])(?:<[^<>\\/]{2,40}>|\[[a-z_ -]{2,40}\]|\{[a-z_ -]{2,30}\})[\\/]?$/i;

/** Returns whether a path or key ends in a blank to fill in, and thus names nothing. */
export function endsInBlank(path: string): boolean {
  return BLANK_NAME.test(path);
}

/** Returns whether a number is reserved for documentation: 64496 to 64511 and 65536 to 65551 (RFC 5398). */
export function isExampleAsn(asn: string): boolean {
  const number = Number(asn.slice("AS".length));
  return (number >= 64496 && number <= 64511) || (number >= 65536 && number <= 65551);
}
