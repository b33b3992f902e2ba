import { cueFinder, type Cues, listPhrases } from "../../text/phrases/cue-table.ts";

/**
 * What words say of a name near them: `use`, `drop` and `download` what it did with other software, `exploit`
 * with a vulnerability, `act` something else; `by` that it is who did it, `ascribed` that what is named before
 * is its work, `belongs` that a value is a part of it.
 */
export type Said = "act" | "use" | "drop" | "download" | "exploit" | "by" | "ascribed" | "belongs";

/** Phrases by language; `*` is any ending. To add a language, add an entry. */
const WORDS: Readonly<Record<string, Cues<Said>>> = {
  en: {
    use: listPhrases(`use, uses, used, using, employ*, leverag*, utiliz*, utilis*, relies on, relied on, ran, runs, running,
      launch*, execut*`),
    drop: listPhrases(`drop, drops, dropped, dropping, loads, loaded, loading, deploy*, install*, deliver*, distribut*,
      spread*`),
    download: ["download", "downloads", "downloaded", "downloading", "fetches", "fetched"],
    exploit: ["exploit", "exploits", "exploited", "exploiting", "weaponiz*"],
    by: listPhrases(`by, by the, by group, by threat group, by the group, by the threat group, by threat actor,
      by the threat actor, by actor`),
    ascribed:
      listPhrases(`attributed to, attributed by us to, conducted by, carried out by, perpetrated by, orchestrated by,
      run by, operated by, the work of, ascribed to, launched by, waged by, mounted by`),
    belongs:
      listPhrases(`c2, c&c, cnc, command and control, command-and-control, server, servers, domain, domains,
      infrastructure, sample, samples, hash, hashes, payload, payloads, loader, dropper, dll, binary, ioc, iocs,
      indicators, email address, address, addresses, executable, installer, mutex, yara, malware hashes`),
  },
  de: {
    use: listPhrases(
      `nutzt*, nutzen, verwende*, setzt*, setzen, missbrauch*, verteil*, verbreit*, installier*`,
    ),
    act: listPhrases(`lädt, luden, verschlüssel*, stahl, stahlen, stiehlt, stehlen, exfiltrier*, versend*, verschick*,
      verschaff*, kopier*, lösch*, griff, griffen, greift, greifen, erstell*, sammel*, infizier*, kompromittier*,
      bewegt*, injizier*, manipulier*, deaktivier*, führt*`),
    by: ["von", "von der Gruppe", "durch", "durch die Gruppe"],
    ascribed: ["zugeschrieben", "zugerechnet"],
  },
  fr: {
    use: listPhrases(
      `utilis*, déploi*, déploy*, emploi*, employé, distribu*, diffus*, s'appuie sur`,
    ),
    act: listPhrases(`télécharg*, exécut*, vole, volent, volé, volait, envoie, envoient, envoyé, chiffr*, crée, créent, créé,
      copie, copient, copié, supprim*, collect*, inject*, compromet*, compromis, exfiltr*, désactiv*`),
    by: ["par", "par le groupe"],
    ascribed: ["attribuée à", "attribué à", "menée par", "mené par"],
  },
  es: {
    use: listPhrases(
      `utiliz*, usan, usó, usaron, emplea, emplean, empleó, emplearon, despleg*, desplieg*, distribuy*`,
    ),
    act: listPhrases(`descarg*, ejecut*, roba, roban, robó, robaron, envía, envían, envió, enviaron, cifra, cifran, cifró,
      cifraron, crea, crean, creó, crearon, copia, copian, copió, elimin*, recopil*, inyect*, comprometi*, exfiltr*,
      desactiv*`),
    exploit: ["explota", "explotan", "explotó", "explotaron", "aprovech*"],
    by: ["por", "por el grupo"],
    ascribed: ["atribuida a", "atribuido a", "llevada a cabo por"],
  },
  ru: {
    use: listPhrases(`использ*, применя*, примени*, задейств*, распростран*, развор*, развёр*`),
    act: listPhrases(`загру*, скач*, устан*, запус*, рассыл*, отправ*, похи*, шифр*, зашифр*, удал*, созда*, копир*,
      выполн*, получ*, собир*, собра*, внедр*, проник*, скомпрометир*, отключ*, перемещ*`),
    exploit: ["эксплуатир*", "проэксплуатир*"],
    ascribed: ["приписыва*", "приписан*"],
  },
  zh: {
    use: listPhrases(`使用, 利用, 采用, 部署, 投递, 借助, 运用`),
    act: listPhrases(
      `下载, 执行, 窃取, 发送, 植入, 加密, 收集, 创建, 安装, 删除, 上传, 注入, 释放, 获取, 入侵, 横向移动`,
    ),
    by: ["被", "由"],
    ascribed: ["归因于"],
  },
};

export const findSaid = cueFinder(Object.values(WORDS));
