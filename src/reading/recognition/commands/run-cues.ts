import type { Span } from "../../../text/document/document.ts";
import { type Cues, cueFinder, listPhrases } from "../../../text/phrases/cue-table.ts";

type Cue = "runs" | "run" | "ends" | "named";

/**
 * Words that say of a tool that it is run. `runs`: before its name. `run`: behind it. `ends`: what stands before
 * them says nothing of what is behind. `named`: the tool is explained, compared or advised against.
 * `*` matches any ending of a word. To add a language, add its words here.
 */
const CUES: Cues<Cue> = {
  runs: listPhrases(`
use, uses, used, using, utilize, utilizes, utilized, utilizing, utilise*, run, runs, ran,
running, execute, executes, executed, executing, execution of, mit, con, avec, launch,
launches, launched, launching, leverage, leverages, leveraged, leveraging, deploy, deploys,
deployed, deploying, employ, employs, employed, employing, invoke, invokes, invoked,
invoking, abuse, abuses, abused, abusing, via, issued, issuing, typed, entered, command,
commands, with, installed, installs, installing, tool called, utility called, tool named,
utility named, verwendete*, nutzte*, nutzt, nutzen, verwendet, verwenden, setzte*,
startete*, mithilfe, mittels, führte*, ausgeführt*, installierte*, setzt, setzen, usó,
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
  ends: listPhrases(`
but, although, whereas, aber, pero, mais, но, stop services, such as services, stop, stops,
stopped, stopping, kill*, terminat*, uninstall*, remove*, delivered`),
  named: listPhrases(`
is a, is an, is the, are legitimate, known as, similar to, such tools, detect*, monitor*,
block*, prevent*, restrict*, alert*, may, might, could, should, avoid*, instead of,
rather than, we used, we ran, we executed, we can, we instructed, associated with,
compatible with, along with, consistent with, comes with, familiar with, let us, lets,
searching for, can be used, attempts to use, can be, overlap*, signature*, rule, rules,
ist ein, es una, est un, 是一种, 是一款, 是一个`),
};
const findCues = cueFinder([CUES]);
/** As far from the name a word may stand that says so. */
const BEFORE = 110;
const BEHIND = 40;

/** Whether a sentence says that the tool at a place in it was run. */
export function isToldAsRun(text: string, sentence: Span, tool: Span): boolean {
  const from = Math.max(sentence.start, tool.start - BEFORE);
  const before = findCues(text, from, tool.start);
  const last = before.findLast(({ meaning }) => meaning !== "run");
  if (before.some(({ meaning }) => meaning === "named")) return false;
  const behind = findCues(text, tool.end, Math.min(sentence.end, tool.end + BEHIND));
  if (behind[0]?.meaning === "named") return false;
  if (behind[0]?.meaning === "run") return true;
  return last?.meaning === "runs" && !/[:;|]\s|\t|\n/u.test(text.slice(last.end, tool.start));
}
