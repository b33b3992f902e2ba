import { escapeHtml } from "../lib/escape-html.ts";

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:34rem;margin:20vh auto 0;padding:0 1rem;
color:#1b1f24;background:#fff}@media(prefers-color-scheme:dark){body{color:#e6edf3;background:#0d1117}a{color:#79b8ff}}`;

/** Writes the page of a login that failed, with a link to try again. */
export function writeFailedPage(detail: string): string {
  return writePage("Login failed", detail);
}

/** Writes the page after a logout. */
export function writeLoggedOutPage(): string {
  return writePage("Logged out", "You are logged out of tradecraft.");
}

/**
 * Writes a page with two links. The second has `prompt=login`, without which the provider reuses the user's session
 * there.
 */
function writePage(title: string, text: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title} · tradecraft</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${title}</h1>
<p>${escapeHtml(text)}</p>
<p><a href="/auth/login">Log in</a> · <a href="/auth/login?prompt=login">Log in as another user</a></p>
</body>
</html>
`;
}
