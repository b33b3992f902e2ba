/** A page that a browser arrived at. */
export interface Page {
  url: URL;
  status: number;
  text: string;
  /** Addresses of the redirects on the way, the one asked for first. */
  way: string[];
}

interface Cookie {
  origin: string;
  path: string;
  value: string;
}

const MAX_REDIRECTS = 12;

/** A browser without scripts: it keeps cookies, follows redirects and sends forms. */
export class Browser {
  readonly #cookies = new Map<string, Cookie>();

  async open(url: string, init: RequestInit = {}): Promise<Page> {
    const way: string[] = [];
    let target = new URL(url);
    let how = init;
    while (way.length <= MAX_REDIRECTS) {
      way.push(target.href);
      const response = await this.#send(target, how);
      const text = await response.text();
      const location = response.headers.get("Location");
      if (location === null) return { url: target, status: response.status, text, way };
      target = new URL(location, target);
      how = {};
    }
    throw new Error(`${url} redirects without an end.`);
  }

  /** Sends the first form of a page, filled in. */
  async submit({ url, text }: Page, fields: Record<string, string>): Promise<Page> {
    const action = /<form[^>]*\saction="([^"]*)"/.exec(text)?.[1];
    if (action === undefined) throw new Error(`${url.href} has no form: ${text.slice(0, 500)}`);
    const hidden = text.matchAll(
      /<input[^>]*type="hidden"[^>]*name="([^"]*)"[^>]*value="([^"]*)"/g,
    );
    const given = Object.fromEntries([...hidden].map(([, name, value]) => [name, value]));
    const body = new URLSearchParams({ ...given, ...fields });
    return await this.open(new URL(action, url).href, { method: "POST", body });
  }

  /** A call of a script of a page at this origin. */
  async call(url: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers({ Accept: "application/json", "Sec-Fetch-Site": "same-origin" });
    for (const [name, value] of new Headers(init.headers)) headers.set(name, value);
    return await this.#send(new URL(url), { ...init, headers });
  }

  /** The names of the cookies of an origin. */
  names(origin: string): string[] {
    return [...this.#cookies].flatMap(([key, cookie]) =>
      cookie.origin === origin ? [key.slice(origin.length)] : [],
    );
  }

  async #send(url: URL, init: RequestInit): Promise<Response> {
    const headers = new Headers({ Accept: "text/html" });
    for (const [name, value] of new Headers(init.headers)) headers.set(name, value);
    headers.set("Cookie", this.#cookiesFor(url));
    const response = await fetch(url, { ...init, headers, redirect: "manual" });
    for (const line of response.headers.getSetCookie()) this.#keep(url, line);
    return response;
  }

  #cookiesFor({ origin, pathname }: URL): string {
    return [...this.#cookies]
      .filter(([, cookie]) => cookie.origin === origin && pathname.startsWith(cookie.path))
      .map(([key, { value }]) => `${key.slice(origin.length)}=${value}`)
      .join("; ");
  }

  #keep({ origin }: URL, line: string): void {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    const path = /;\s*path=([^;]*)/i.exec(line)?.[1] ?? "/";
    const expires = /;\s*expires=([^;]*)/i.exec(line)?.[1];
    const isOver =
      /;\s*max-age=0(?:;|$)/i.test(line) ||
      (expires !== undefined && Date.parse(expires) < Date.now());
    const key = `${origin}${name}`;
    if (isOver) this.#cookies.delete(key);
    else this.#cookies.set(key, { origin, path, value });
  }
}
