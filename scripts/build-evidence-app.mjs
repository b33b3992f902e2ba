import { build } from "esbuild";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Clients fetch the page with each call that it shows. */
const MAX_BYTES = 300_000;

/**
 * Builds the MCP App to `assets/mcp/evidence.html`: one page without any address in it, whose policy
 * allows its own script and style alone.
 * @returns esbuild's description of what went into it
 * @throws Error when the page is larger than 300 KB
 */
export async function buildEvidenceApp(project) {
  const source = join(project, "src", "console", "evidence-app");
  const { outputFiles, metafile } = await build({
    absWorkingDir: project,
    entryPoints: [join(source, "main.ts"), join(source, "evidence.css")],
    outdir: "unused",
    bundle: true,
    write: false,
    minify: true,
    format: "esm",
    target: "es2023",
    charset: "utf8",
    logLevel: "warning",
    metafile: true,
  });
  const textOf = (ending) => outputFiles.find(({ path }) => path.endsWith(ending)).text.trim();
  const [script, style] = [textOf(".js"), textOf(".css")];
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  // The hashes are of what stands between the tags, to the last space.
  const page = readFileSync(join(source, "evidence.html"), "utf8")
    .replace('content=""', () => `content="${policy}"`)
    .replace("<style></style>", () => `<style>${style}</style>`)
    .replace('<script type="module"></script>', () => `<script type="module">${script}</script>`);
  const bytes = Buffer.byteLength(page);
  if (bytes > MAX_BYTES) throw new Error(`The MCP App has ${bytes} bytes; 300,000 are allowed.`);
  const outDir = join(project, "assets", "mcp");
  mkdirSync(outDir, { recursive: true });
  writeFileSync(join(outDir, "evidence.html"), page);
  return metafile;
}

function hashOf(text) {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
