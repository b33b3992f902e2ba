/** Latin-script languages that are distinguished. The last three only prevent mistaking them for the others. */
export type LatinLanguage = "en" | "de" | "es" | "fr" | "pt" | "it" | "nl";

const words = (text: string) => text.trim().split(/\s+/u);

/**
 * Words without meaning for a technique. They show a sentence's language and are dropped from its gloss. The last
 * line of English lists nouns that look like another language's function words.
 */
export const FUNCTION_WORDS: Readonly<Record<LatinLanguage | "ru" | "zh", readonly string[]>> = {
  en: words(`
a about after against all also among an and any are as at be because been before being between both but by
can could did do does during each for from had has have he her his how however if in into is it its itself
may me might more most must no not of off on one only or other our out over own she should since so some such
than that the their them then there these they this those through to under until up upon used using via war
was we were what when where which while who whose will with within without would you your
bin era hat man per plus pour sea sin son tout`),
  de: words(`
aber alle allem allen aller alles als also am an andere anderen anderer anderes auch auf aus bei beim bereits
bevor bis da dabei dadurch dafür daher damit danach dann daran darauf daraufhin daraus darin darüber das dass
davon dazu dem den denen der deren des dessen die dies diese diesem diesen dieser dieses doch dort durch ein
eine einem einen einer eines er es etwa für gegen haben hat hatte hatten hier hierbei hierfür hierzu hinter
ihm ihn ihnen ihr ihre ihrem ihren ihrer ihres im in indem innerhalb ins ist jede jedem jeden jeder jedes
jedoch kann konnte konnten können man mehr mit mittels nach nachdem neben nur ob oder ohne sehr sein seine
seinem seinen seiner seit sich sie sind so sobald sodass sogar somit sondern sowie sowohl später statt über um
und unter vom von vor war waren was weil welche welchem welchen welcher welches wenn wer werden wie wieder
wird wo wobei wodurch worden wurde wurden während zu zudem zuerst zum zunächst zur zwischen zwar`),
  es: words(`
a al algo algunas algunos ante antes aquel aquella así aunque cada como con contra cual cuales cuando cuya
cuyas cuyo cuyos de del desde después donde dos durante e el ella ellas ellos en entre era eran es esa esas
ese eso esos esta estaba estaban estar estas este esto estos está están fue fueron ha haber había habían han
hasta hay la las le les lo los luego mediante mientras mismo misma muy más ni o otra otras otro otros para
pero por porque posteriormente pudo pudieron puede pueden que quien quienes se sea según ser si sido siendo
sin sobre son su sus también tan tanto te tiene tras través tu u un una unas uno unos vez y ya`),
  fr: words(`
a afin ainsi alors après au aucun aucune aussi autre autres aux avaient avait avant avec avoir ayant c ce ceci
cela celle celles celui ces cet cette ceux chaque chez comme contre d dans de depuis des dont du durant elle
elles en encore enfin ensuite entre est et été étaient était étant être eu eux fait il ils j l la le les leur
leurs lors lorsqu lorsque lui m mais même mêmes n ne notamment nous on ont or ou où par parmi pas pendant peut
peuvent plus plusieurs pour puis qu quand que quelque quelques qui quoi s sa sans se selon sera ses si sinon
soit son sont sous sur t tandis tout toute toutes tous très un une vers vous y à`),
  pt: words(`
ao aos as até com como da das de depois do dos e ela eles em entre era essa esse esta este foi foram isso já
mais mas na nas no nos não o os ou para pela pelas pelo pelos por quando que se sem ser seu seus sua suas
são também um uma à às é`),
  it: words(`
agli ai al alla alle anche attraverso che chi ci come con da dagli dai dal dalla dalle degli dei del della
delle dello di dopo e gli ha hanno i il in inoltre la le lo loro ma nei nel nella nelle non o ogni per più
prima quali quando quella questa questo se si sono stata stati stato su sua sue sul sulla suo tra un una uno
venivano viene è`),
  nl: words(`
aan al als bij dan dat de deze die dit door een en er haar had hebben heeft het hij hun ik in is kan maar met
na naar niet nog of om onder ook op over te tegen toen tot tussen uit van via voor waar waren was wat werd
werden wordt worden zal ze zich zijn zodat zonder`),
  ru: words(`
а более бы был была были было быть в во весь вместе вместо вот все всего всей всем всех вся где да дабы далее
даже для до его ее ей ему если есть еще ж же за затем здесь и из или им ими их к каждого как
какие какой когда ко которая которого которое которой котором которому которую которые который которым
которыми которых кроме ли либо лишь между мог могли могут может можно на над например него нее ней нем нему
них но ну о об обо однако оказался около он она они оно от ото очень перед по под после потом почти поэтому
при причем про раз ранее с сам сама сами само свое своего своей своем своему свои своим своими своих свой
свою себе себя собой среди со так также таким такие такой там те тем того той только том тот ту тут тех то
у уже учетом удалось хотя через чем что чтобы чтоб эта эти этим этих это этого этой этом этот эту
является являются один одна одни одним одних одно одного одной одному одну два две двух три трех другая другие другим другими
других другого другое другой другом другую якобы именно целях целью числе помощи помощью образом і й та що це цей ці як який яка яке які якого
якій яких для від до з за зі із під при через після його її їх вони було були бути також або але щоб про у`),
  zh: words(`
的 了 在 和 与 及 以及 并 并且 将 把 被 由 从 到 向 对 对于 于 为 为了 作为 以 以此 以便 等 等等 其 该 这 这个
这些 那 那些 此 此前 此后 之 之一 之后 之前 后 前 时 中 上 下 内 里 会 能 可 可以 能够 也 还 又 而 而且 且 或
或者 则 所 是 有 有一 就 都 已 已经 正在 进行 通过 使 使得 使其 让 用 给 个 一 一个 一种 一款 一些 一次 一名 两个
几个 各种 多种 随后 随即 然后 接着 最后 最终 首先 从而 进而 因此 因而 由于 此外 另外 同时 其中 例如 比如 包括
如果 若 当 只 只要 仅 才 再 便 即 得 地 着 过 来 去 他们 它们 它 他 她 我们 并将 均 经 经过 不仅 根据 按照 关于
以上 以下 之间 期间 其实 后者 前者 至 至少 后会 并会 自身 自己 於 與 並 並且 將 從 對 為 為了 該 這 這個 這些 個 一個 會 來 並將 們 他們 它們 透過 經由 進行 後 時 裡 內`),
};
