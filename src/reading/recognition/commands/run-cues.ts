import type { Span } from "../../../text/document/document.ts";
import { type CueHit, type Cues, cueFinder, listPhrases } from "../../../text/phrases/cue-table.ts";

type Cue = "runs" | "run" | "means" | "deed" | "stops" | "ends" | "named" | "able";

/**
 * Words that show that a tool is run. `runs`: before its name. `run`: after it. `means`: before its name, if the
 * sentence has a `deed` that the tool may do. `stops`: the tool, or a service, is stopped. `ends`: words before it do
 * not apply to words after it. `named`: the tool is explained, compared or advised against. `able`: what anyone can do
 * with it. `*` matches any ending of a word. To add a language, add its words here.
 */
const CUES: Cues<Cue> = {
  runs: listPhrases(`
use, uses, used, using, utilize, utilizes, utilized, utilizing, utilise*, run, runs, ran,
running, execute, executes, executed, executing, execution of, launch,
launches, launched, launching, leverage, leverages, leveraged, leveraging, deploy, deploys,
deployed, deploying, employ, employs, employed, employing, invoke, invokes, invoked,
invoking, abuse, abuses, abused, abusing, issued, issuing, typed, entered, command,
commands, installed, installs, installing, tool called, utility called, tool named,
utility named, verwendete*, nutzte*, nutzt, nutzen, verwendet, verwenden, setzte*,
startete*, mithilfe, mittels, führte*, installierte*, setzt, setzen, usó,
usaron, utilizó, utilizaron, ejecutó, ejecutaron, empleó, emplearon, utilizando,
ejecutando, usando, mediante, instaló, instalaron, utilizan, utilisé, utilisent, utilise,
utilisant, exécuté, exécutent, exécute, lancé, à l'aide, a l'aide, employé, installé,
déployé, recours, использова*, использу*, запусти*, запуска*, выполни*, выполня*, примени*,
применя*, с помощью, при помощи, установи*, посредством, 使用, 运行, 执行, 利用, 通过, 借助, 调用, 部署,
安装, 使用了, 運行, 執行, 透過`),
  run: listPhrases(`
was used, was run, was executed, was launched, was deployed, was installed, were used,
were run, were executed, were launched, were deployed, is executed, has been used,
had been used, being used, is used to, was leveraged, was then used, was utilized,
was also used, was employed, was invoked, is run, command was, ausgeführt*, eingesetzt,
wurde verwendet, wurde genutzt, gestartet, fue ejecutado, fue utilizado, se ejecutó,
se utilizó, fue usado, a été utilisé, a été exécuté, est utilisé, a été lancé,
a été déployé, был использован*, был запущен*, был выполнен*, использовался, был применен*`),
  means: listPhrases("with, via, mit, con, avec"),
  deed: listPhrases(`
accessed, accessing, archiv*, authenticat*, cleared, clearing, collect*, compress*, connected, connecting, copied,
copying, crack*, created, creates, creating, delete*, deleting, disabl*, download*, dump*, encrypt*, enumerat*, extract*, fetch*,
gather*, harvest*, listed, listing, mapped, move laterally, moved, moving, obtain*, pivot*, processed, processing,
queried, retriev*, scanned, scanning, spawn*, spread*, staged, steal*, stole, stolen, transferred, transferring, tunnel*,
upload*, auslasen, ausgelesen, bewegte*, durchsuchte*, entwendete*, exfiltr*, gesammelt, gestohlen, griffen,
heruntergeladen, hochgeladen, komprimierte*, kopierte*, listete*, löschte*, gelöscht, lud, luden, packte*, sammelte*,
stahlen, übertragen, übertrug*, verbanden, verschlüsselte*, accedió, accedieron, borró, borraron, cifró, cifraron,
comprimi*, conectó, conectaron, copió, copiaron, descarga*, eliminó, eliminaron, extraj*, movió, movieron, recopila*,
robó, robaron, subió, subieron, volcó, volcaron, accédé, chiffré*, collecté*, compressé*, connecté*, copié*, déplacé*,
énuméré*, extrai*, récupéré*, supprimé*, téléchargé*, transféré*, volé*`),
  stops: listPhrases(`
stop services, such as services, stop, stops, stopped, stopping, kill*, terminat*, uninstall*, remove*, delivered`),
  ends: listPhrases("but, although, whereas, aber, pero, mais, но"),
  able: listPhrases("can, kann, können, puede, pueden, peut, peuvent, possible, posible, möglich"),
  named: listPhrases(`
is a, is an, is the, are legitimate, known as, similar to, such tools, detect*, monitor*,
block*, prevent*, restrict*, alert*, may, might, could, should, avoid*, instead of,
rather than, we used, we ran, we executed, we can, we instructed, associated with,
compatible with, along with, consistent with, comes with, familiar with, together with, archive with, let us, lets,
searching for, can be used, attempts to use, can be, overlap*, signature*, rule, rules,
ist ein, es una, est un, 是一种, 是一款, 是一个`),
};
const findAll = cueFinder([CUES]);
/** "In May" is a month. */
const findContextFeatures = (text: string, from: number, to: number) =>
  findAll(text, from, to).filter(({ start, end }) => text.slice(start, end) !== "May");
/** Maximum distance of such a word before the name. */
const BEFORE = 110;
const BEHIND = 40;
/** Maximum distance of the deed after "with AdFind". */
const DEED_BEHIND = 80;

/** Returns whether a sentence reports that the tool at this position, or its list of tools, was run. */
export function isReportedAsRun(text: string, sentence: Span, tool: Span): boolean {
  const from = Math.max(sentence.start, tool.start - BEFORE);
  const before = findContextFeatures(text, from, tool.start);
  if (before.some(({ meaning }) => meaning === "named")) return false;
  const behind = findContextFeatures(
    text,
    tool.end,
    Math.min(sentence.end, tool.end + DEED_BEHIND),
  );
  const next = behind.find(({ meaning }) => meaning === "run" || !OF_CLAUSE.has(meaning));
  if (next !== undefined && next.end <= tool.end + BEHIND) {
    if (next.meaning === "named") return false;
    if (next.meaning === "run") return true;
  }
  const last = before.findLast(({ meaning }) => !OF_CLAUSE.has(meaning));
  if (last === undefined || /[:;|]\s|\t|\n/u.test(text.slice(last.end, tool.start))) return false;
  if (last.meaning !== "means") return last.meaning === "runs";
  if (before.some(({ meaning }) => DEEDS.has(meaning))) return true;
  const opensClause = /(?:^|,)\s{0,2}$/u.test(text.slice(sentence.start, last.start));
  return opensClause && isDoneBehind(behind);
}

/** Cues that do not apply to the tool alone. */
const OF_CLAUSE: ReadonlySet<Cue> = new Set(["run", "deed", "able"]);
const DEEDS: ReadonlySet<Cue> = new Set(["deed", "runs", "run", "stops"]);

/** "With AdFind, the actors listed …", but not "with AdFind you can list …". */
function isDoneBehind(behind: readonly CueHit<Cue>[]): boolean {
  return behind.find(({ meaning }) => meaning === "deed" || meaning === "able")?.meaning === "deed";
}
