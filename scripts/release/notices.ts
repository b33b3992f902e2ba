import type { Component } from "./components.ts";

const RULE = "-".repeat(80);
const MIT = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and
associated documentation files (the "Software"), to deal in the Software without restriction,
including without limitation the rights to use, copy, modify, merge, publish, distribute,
sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial
portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT
NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND
NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES
OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN
CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;
const ISC = `Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee
is hereby granted, provided that the above copyright notice and this permission notice appear in all
copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE
INCLUDING ALL IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE
LIABLE FOR ANY SPECIAL, DIRECT, INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING
FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS
ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF THIS SOFTWARE.`;

/** Of licenses whose text a package may leave out of its own files. */
const STANDARD: Readonly<Record<string, string>> = {
  MIT,
  ISC,
  "Apache-2.0": "The text is in the file LICENSE of this archive.",
};
/** What may be distributed with the service; anything else needs a decision. */
const ALLOWED = new Set([
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "ISC",
  "MIT",
  "MIT-0",
  "OFL-1.1",
  "Unlicense",
]);

/**
 * The licenses of all components, in one file.
 * @throws Error for a license that nobody has decided to distribute, or one without a text
 */
export function writeNotices(components: readonly Component[]): string {
  const refused = components.find(({ license }) => !ALLOWED.has(license));
  if (refused !== undefined) {
    throw new Error(`${refused.name} has the license ${refused.license}, which is not allowed.`);
  }
  const head = `Third-party software in this archive. See NOTICE for data, fonts and models.`;
  return `${[head, ...components.map(noticeOf)].join(`\n\n${RULE}\n\n`)}\n`;
}

function noticeOf({ name, version, license, texts }: Component): string {
  const standard = STANDARD[license];
  if (texts.length === 0 && standard === undefined) {
    throw new Error(`${name} comes without the text of its license, ${license}.`);
  }
  const address = `https://www.npmjs.com/package/${name}/v/${version}`;
  const own = texts.map((text) => text.replaceAll("\r\n", "\n").trim());
  const text =
    own.length > 0 ? own.join("\n\n") : `Copyright (c) the authors of ${name}\n\n${standard}`;
  return `${name} ${version} (${license})\n${address}\n\n${text}`;
}
