import { requestWith } from "./team.ts";

/** A browser as far as logins need one: it keeps cookies and follows nothing. */
export class CookieBrowser {
  readonly cookies = new Map<string, string>();
  readonly #settings: Record<string, unknown>;

  constructor(settings: Record<string, unknown>) {
    this.#settings = settings;
  }

  async visit(path: string, init: RequestInit = {}): Promise<Response> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = new Headers({ Accept: "text/html", Cookie: cookie });
    for (const [name, value] of new Headers(init.headers)) headers.set(name, value);
    const response = await requestWith(this.#settings, path, { ...init, headers });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    return response;
  }

  /** A call of a script of our own pages. */
  async call(path: string, method = "GET", body?: object): Promise<Response> {
    const headers = { Accept: "application/json", "Sec-Fetch-Site": "same-origin" };
    const sent = body !== undefined && { body: JSON.stringify(body) };
    return await this.visit(path, { method, headers, ...sent });
  }

  #keep(line: string): void {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (/; Max-Age=0(?:;|$)/.test(line)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}
