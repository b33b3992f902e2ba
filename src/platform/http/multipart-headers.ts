/** The header of a form part (RFC 7578, section 4.2). */
export interface PartHeader {
  name: string;
  /** Null for a field that is not a file. */
  filename: string | null;
}

const DISPOSITION = /^content-disposition:[ \t]*form-data[ \t]*(;.*)?$/im;
const PARAMETER = /;[ \t]*([a-z*]+)=(?:"((?:[^"\\]|\\.)*)"|([^;\s"]+))/gi;
/** Browsers escape these three characters like this. Some programs put a backslash before quotation marks instead. */
const ESCAPED = /%(?:22|0D|0A)|\\(["\\])/gi;

/** Parses the header lines of a part. Returns null if they name no field. */
export function parsePartHeader(lines: string): PartHeader | null {
  const parameters = DISPOSITION.exec(lines)?.[1];
  if (parameters === undefined) return null;
  const given = new Map<string, string>();
  for (const [, name = "", quoted, bare = ""] of parameters.matchAll(PARAMETER)) {
    given.set(name.toLowerCase(), quoted === undefined ? bare : unescape(quoted));
  }
  const name = given.get("name");
  return name === undefined ? null : { name, filename: given.get("filename") ?? null };
}

/** Returns the boundary of a Content-Type (RFC 2046, section 5.1.1), or null. */
export function boundaryOf(contentType: string): string | null {
  const found = /;[ \t]*boundary=(?:"([^"\r\n]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType);
  return found?.[1] ?? found?.[2] ?? null;
}

function unescape(value: string): string {
  return value.replace(ESCAPED, (escape: string, plain: string | undefined) =>
    plain === undefined ? String.fromCharCode(Number.parseInt(escape.slice(1), 16)) : plain,
  );
}
