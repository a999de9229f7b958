import type { Phrases } from './phrases.ts'

export const de: Phrases = {
  numbers:
    'null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn'.split(
      ' ',
    ),
  titles: {
    aim: 'Ziel des Spiels',
    board: 'Das Brett',
    placing: 'Setzen',
    moving: 'Ziehen',
    flying: 'Springen',
    taking: 'Mühlen und Schlagen',
    clearing: 'Das eigene Lager räumen',
    winning: 'Gewinnen',
    draws: 'Remis',
    time: 'Bedenkzeit, Aufgeben, Abbrechen',
    notation: 'Notation',
  },
  mill: {
    aim: 'Bilde Mühlen: drei eigene Steine in einer Reihe auf einer Linie. Jede Mühle, die du schließt, kostet deinen Gegner einen Stein. Du gewinnst, wenn dein Gegner weniger als drei Steine übrig hat oder nicht mehr ziehen kann.',
    board: (squares, points, mills) =>
      `${squares} Quadrate liegen ineinander und sind in der Mitte ihrer Seiten verbunden. Die Steine stehen auf den ${points} Punkten, an denen Linien sich treffen oder abknicken. ${mills} Reihen von drei Punkten können zur Mühle werden.`,
    diagonals:
      'Auf diesem Brett sind auch die Ecken verbunden, durch vier Diagonalen vom äußeren zum inneren Quadrat. Auf ihnen wird gezogen wie auf jeder anderen Linie, und drei Steine auf einer Diagonale sind eine Mühle.',
    joints:
      'Manche Linien verbinden nur zwei Punkte. Auf ihnen wird gezogen, aber sie gehören zu keiner Mühle.',
    placing: (stones) =>
      `Das Brett ist leer, und jeder Spieler hat ${stones} Steine in der Hand. Weiß beginnt. Abwechselnd setzt jeder einen Stein auf einen beliebigen freien Punkt, bis beide Hände leer sind.`,
    staying: 'Steine, die schon auf dem Brett stehen, bleiben so lange stehen.',
    movingMeanwhile:
      'Statt einen Stein zu setzen, darfst du auch einen, der schon auf dem Brett steht, auf einer Linie zum nächsten Punkt ziehen, der frei sein muss.',
    moving:
      'Sind alle Steine gesetzt, ziehst du, wenn du am Zug bist, einen deiner Steine auf einer Linie zum nächsten Punkt, der frei sein muss.',
    movingOnly:
      'Ist deine Hand leer, ziehst du, wenn du am Zug bist, immer einen deiner Steine auf einer Linie zum nächsten Punkt, der frei sein muss, auch wenn dein Gegner noch Steine zu setzen hat.',
    movingToTheEnd: 'Das bleibt auch so, wenn du nur noch drei Steine hast.',
    flying:
      'Ist deine Hand leer und hast du genau drei Steine auf dem Brett, dürfen deine Steine springen: Du ziehst einen von ihnen auf einen beliebigen freien Punkt, ob eine Linie dorthin führt oder nicht. Das gilt für jeden Spieler einzeln; der andere zieht weiter auf den Linien, bis auch er nur noch drei Steine hat.',
    closing:
      'Setzt oder ziehst du einen Stein so, dass drei deiner Steine in einer Reihe auf einer Linie stehen, schließt du eine Mühle. Ein Stein, der eine Mühle verlässt und später zurückkehrt, schließt sie erneut, jedes Mal.',
    compulsory: 'Dann schlägst du im selben Zug einen Stein deines Gegners. Schlagen ist Pflicht.',
    optional:
      'Dann darfst du im selben Zug einen Stein deines Gegners schlagen. Du musst nicht: Du darfst eine Mühle schließen und alles stehen lassen.',
    takeable:
      'Steine in einer Mühle sind geschützt. Nur wenn alle Steine deines Gegners auf dem Brett in Mühlen stehen, darfst du einen beliebigen schlagen. Hat dein Gegner noch keinen Stein auf dem Brett, wird nichts geschlagen.',
    oneStone:
      'Auch wer zwei Mühlen auf einmal schließt, schlägt nur einen Stein. Ein geschlagener Stein kommt nicht zurück.',
    winning:
      'Du gewinnst, sobald dein Gegner weniger als drei Steine hat, die in der Hand mitgezählt. Du gewinnst auch, wenn dein Gegner am Zug ist, keinen Stein mehr in der Hand hat und nicht ziehen kann.',
    quiet: (reset, moves) =>
      `Die Partie ist remis, wenn jeder Spieler ${moves} Züge in Folge gemacht hat und dabei ${
        reset === 'mill' ? 'keine Mühle geschlossen' : 'kein Stein geschlagen'
      } wurde. Das Setzen zählt mit.`,
    points: (lastFile, lastRank) =>
      `Jeder Punkt hat einen Buchstaben und eine Ziffer: a bis ${lastFile} von links nach rechts, 1 bis ${lastRank} von unten nach oben.`,
    moves: (placed, moved, captured) =>
      `Ein gesetzter Stein wird als sein Punkt geschrieben: ${placed}. Ein Zug wird als Start und Ziel geschrieben: ${moved}. Ein geschlagener Stein folgt nach einem x: ${placed}x${captured}, ${moved}x${captured}.`,
    position: (reset, start) =>
      `Eine ganze Stellung passt in eine Zeile: die Punkte Reihe für Reihe von oben nach unten (w, b oder ein Punkt, wo nichts steht), wer am Zug ist, die Steine, die Weiß und Schwarz in der Hand haben, die Zahl der Halbzüge, seit ${
        reset === 'capture' ? 'zuletzt ein Stein geschlagen wurde' : 'zuletzt eine Mühle geschlossen wurde'
      }, und die Zugnummer. Der Anfang ist ${start}`,
  },
  halma: {
    aim: (stones) =>
      `Bringe alle deine ${stones} Steine in das Lager deines Gegners auf der anderen Seite, bevor er deines füllt. Geschlagen wird nie.`,
    board: (size, stones, white, black) =>
      `Das Brett hat ${size} mal ${size} Felder. In zwei gegenüberliegenden Ecken liegen die Lager mit je ${stones} Feldern: das von Weiß um ${white}, das von Schwarz um ${black}. Jeder beginnt mit vollem Lager und sieht es unten rechts.`,
    moving: 'Weiß beginnt. Bist du am Zug, bewegst du einen Stein, mit einem Schritt oder mit Sprüngen.',
    step: 'Ein Schritt führt auf eines der acht Felder rund um den Stein, gerade oder schräg, wenn es frei ist.',
    jump: 'Ein Sprung führt über einen Stein direkt neben deinem, ob eigener oder gegnerischer, in einer der acht Richtungen auf das Feld direkt dahinter, das frei sein muss. Der übersprungene Stein bleibt stehen.',
    jumpingOn:
      'Von dort darf derselbe Stein weiterspringen, so oft und in welche Richtung es etwas zu überspringen gibt. Du darfst nach jedem Sprung aufhören, und Springen ist nie Pflicht. Sprünge dürfen durch beide Lager führen. Nur auf dem Ausgangsfeld zu enden, ist kein Zug.',
    clearing: (moves) =>
      `Niemand soll Zeit gewinnen, indem er zu Hause bleibt. Wer nach ${moves} Zügen jedes Spielers noch einen Stein im eigenen Lager hat, verliert. Haben beide noch einen, ist die Partie remis.`,
    reentering:
      'Danach verliert sofort, wer einen Zug mit einem Stein im eigenen Lager beendet. Hindurchspringen schadet nicht.',
    winning: (stones) =>
      `Du gewinnst sofort, wenn alle deine ${stones} Steine im Lager deines Gegners stehen.`,
    blocked: 'Wer am Zug ist und nicht ziehen kann, verliert.',
    points: (lastFile, size) =>
      `Jedes Feld hat einen Buchstaben und eine Zahl: a bis ${lastFile} von links nach rechts, 1 bis ${size} von unten nach oben.`,
    moves: (move) =>
      `Ein Zug wird als Start und Ziel geschrieben, welche Sprünge auch dazwischen liegen: ${move}.`,
    position: (size, start) =>
      `Eine ganze Stellung passt in eine Zeile: die Reihen von ${size} bis 1 (w, b oder ein Punkt, wo nichts steht), wer am Zug ist, und die Zugnummer. Der Anfang ist ${start}`,
  },
  winsFirst: 'Ein Sieg geht einem Remis vor, das durch denselben Zug entstünde.',
  draws: {
    agreement: 'Die Spieler dürfen sich jederzeit während der Partie auf Remis einigen.',
    repetition: (hands) =>
      `Die Partie ist remis, wenn dieselbe Stellung zum dritten Mal steht: dieselben Steine an denselben Stellen, derselbe Spieler am Zug${
        hands ? ' und gleich viele Steine in jeder Hand' : ''
      }. Andere Stellungen dürfen dazwischen liegen.`,
    earliest: (move) => `Das dritte Mal muss in Zug ${move} oder später kommen.`,
    automatic: 'Die Partie endet dann automatisch; niemand muss etwas beantragen.',
    repetitionFirst: 'Bringt ein Zug beides zugleich, gilt die Partie als remis durch Wiederholung.',
    claimed:
      'Die Partie endet nicht automatisch: Sie geht weiter, bis ein Spieler Remis beantragt und ein Schiedsrichter dem Antrag stattgibt.',
    unruled: 'Hat nach 3 Tagen kein Schiedsrichter entschieden, entscheidet der Server nach der Beweislage.',
    evidence: (repetition, quiet) =>
      `Ein Antrag sagt, worauf er sich stützt: ${[
        repetition && 'bei einer Wiederholung auf die Nummern der drei Stellungen',
        quiet && 'bei Zügen ohne Fortschritt auf den ersten und den letzten Halbzug der Strecke',
      ]
        .filter(Boolean)
        .join('; ')}.`,
    beforeMoving:
      'Beantrage das Remis, statt zu ziehen. Nur wer am Zug ist, kann es beantragen: für die Stellung auf dem Brett oder für die Stellung nach einem Zug, den du nennst, aber nicht machst. Wer einen Zug macht, auch diesen, verliert das Recht dazu.',
    afterDeclinedOffer:
      'Biete deinem Gegner zuerst Remis an, mit einem Zug oder ohne, und nenne den Grund und die Nummern. Wird das Angebot abgelehnt, mit Worten oder durch Weiterspielen, oder bleibt es so lange ohne Antwort, wie ein Zug dauern darf (3 Tage, wenn die Zeit für die ganze Partie gilt), darfst du den Antrag den Schiedsrichtern vorlegen, mit demselben Grund und denselben Nummern. Er verfällt nicht durch Züge, die inzwischen gespielt werden, und du musst nicht am Zug sein.',
    frozen:
      'Solange ein Antrag offen ist, steht die Partie still, und keine Uhr läuft. Der Gegner kann dem Remis noch zustimmen, und beide können aufgeben. Wird der Antrag abgewiesen, geht die Partie weiter, wo sie stand, und derselbe Antrag ist nicht noch einmal möglich. Die Zeit eines Antrags, den du zurückziehst, geht von deiner Uhr ab.',
  },
  time: 'Wie viele Tage es für jeden Zug gibt, steht fest, bevor die Partie beginnt. Wer bis dahin nicht gezogen hat, verliert.',
  leaving:
    'Aufgeben darfst du jederzeit, auch wenn dein Gegner am Zug ist. Bevor jeder Spieler einmal am Zug war, dürfen beide die Partie abbrechen. Sie zählt dann für niemanden, und ebenso, wenn jemand so früh aufgibt oder die Zeit überschreitet.',
  numbering:
    'Ein Halbzug von Weiß und einer von Schwarz bilden zusammen einen Zug. 11w ist der Halbzug von Weiß in Zug 11, 11s der von Schwarz. Stellungen sind nach den gespielten Halbzügen nummeriert: Stellung 0 ist der Anfang, Stellung 21 steht nach 11w.',
  record: (example) => `Eine Partie ist die Folge ihrer Züge: ${example}`,
}
