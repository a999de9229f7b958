import type { Phrases } from './phrases.ts'

export const nl: Phrases = {
  numbers: 'nul een twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien'.split(
    ' ',
  ),
  titles: {
    aim: 'Doel van het spel',
    board: 'Het bord',
    placing: 'Plaatsen',
    moving: 'Verplaatsen',
    flying: 'Vliegen',
    taking: 'Molens en slaan',
    clearing: 'Je kamp verlaten',
    winning: 'Winnen',
    draws: 'Remise',
    time: 'Bedenktijd, opgeven, annuleren',
    notation: 'Notatie',
  },
  mill: {
    aim: 'Maak molens: drie eigen stenen op een rij langs een lijn. Elke molen die je sluit, kost je tegenstander een steen. Je wint als je tegenstander minder dan drie stenen overheeft of niet meer kan zetten.',
    board: (squares, points, mills) =>
      `${squares} vierkanten liggen in elkaar, verbonden in het midden van hun zijden. Stenen staan op de ${points} punten waar lijnen elkaar raken of een hoek maken. ${mills} rijtjes van drie punten kunnen een molen worden.`,
    diagonals:
      'Op dit bord zijn ook de hoeken verbonden, met vier diagonalen van het buitenste naar het binnenste vierkant. Je zet erlangs als langs elke andere lijn, en drie stenen op een diagonaal zijn een molen.',
    joints: 'Sommige lijnen verbinden maar twee punten. Je mag erlangs zetten, maar ze horen bij geen molen.',
    placing: (stones) =>
      `Het bord is leeg en elke speler heeft ${stones} stenen in de hand. Wit begint. Om de beurt zet je één steen op een leeg punt naar keuze, tot beide handen leeg zijn.`,
    staying: 'Stenen die al op het bord staan, blijven voorlopig waar ze zijn.',
    movingMeanwhile:
      'In plaats van een steen te plaatsen mag je er ook een die al op het bord staat langs een lijn verschuiven naar het volgende punt, dat leeg moet zijn.',
    moving:
      'Zodra alle stenen geplaatst zijn, verschuif je elke beurt één van je stenen langs een lijn naar het volgende punt, dat leeg moet zijn.',
    movingOnly:
      'Is je hand leeg, dan verschuif je elke beurt één van je stenen langs een lijn naar het volgende punt, dat leeg moet zijn, ook als je tegenstander nog stenen in de hand heeft.',
    movingToTheEnd: 'Dat blijft zo als je nog maar drie stenen hebt.',
    flying:
      'Is je hand leeg en heb je precies drie stenen op het bord, dan mogen je stenen vliegen: elke beurt zet je er één naar een leeg punt naar keuze, langs een lijn of niet. Dit geldt voor elke speler apart; de ander blijft langs de lijnen zetten tot die ook drie stenen overheeft.',
    closing:
      'Plaats of verschuif je een steen zodat er drie van jou op een rij langs een lijn staan, dan sluit je een molen. Een steen die een molen verlaat en later terugkomt, sluit hem opnieuw, elke keer weer.',
    compulsory: 'Je slaat dan in dezelfde beurt een steen van je tegenstander. Slaan is verplicht.',
    optional:
      'Je mag dan in dezelfde beurt een steen van je tegenstander slaan. Het hoeft niet: je mag een molen sluiten en alles laten staan.',
    takeable:
      'Stenen die in een molen staan, zijn veilig. Alleen als alle stenen van je tegenstander op het bord in molens staan, mag je er een naar keuze slaan. Heeft je tegenstander nog geen steen op het bord, dan wordt er niets geslagen.',
    oneStone: 'Ook wie twee molens tegelijk sluit, slaat maar één steen. Een geslagen steen komt niet terug.',
    winning:
      'Je wint zodra je tegenstander minder dan drie stenen heeft, die in de hand meegeteld. Je wint ook als je tegenstander aan zet is, geen steen meer in de hand heeft en niets meer kan zetten.',
    quiet: (reset, moves) =>
      `Het is remise als elke speler ${moves} zetten achtereen heeft gedaan en geen van beiden ${
        reset === 'mill' ? 'een molen heeft gesloten' : 'een steen heeft geslagen'
      }. Stenen plaatsen telt ook mee.`,
    points: (lastFile, lastRank) =>
      `Elk punt heeft een letter en een cijfer: a tot en met ${lastFile} van links naar rechts, 1 tot en met ${lastRank} van onder naar boven.`,
    moves: (placed, moved, captured) =>
      `Een geplaatste steen schrijf je als zijn punt: ${placed}. Een zet schrijf je als van en naar: ${moved}. Een geslagen steen volgt na een x: ${placed}x${captured}, ${moved}x${captured}.`,
    position: (reset, start) =>
      `Een hele stelling past op één regel: de punten rij voor rij van boven naar onder (w, b, of een punt als er niets staat), wie er aan zet is, de stenen die wit en zwart in de hand hebben, het aantal beurten sinds ${
        reset === 'capture'
          ? 'er voor het laatst een steen is geslagen'
          : 'er voor het laatst een molen is gesloten'
      }, en het zetnummer. De beginstelling is ${start}`,
  },
  halma: {
    aim: (stones) =>
      `Breng al je ${stones} stenen naar het kamp van je tegenstander aan de overkant, voordat je tegenstander het jouwe vult. Er wordt nooit iets geslagen.`,
    board: (size, stones, white, black) =>
      `Het bord heeft ${size} bij ${size} velden. In twee hoeken tegenover elkaar liggen de kampen, van elk ${stones} velden: dat van wit rond ${white}, dat van zwart rond ${black}. Elke speler begint met een vol kamp en ziet het rechtsonder.`,
    moving: 'Wit begint. In je beurt verplaats je één steen, met een stap of met sprongen.',
    step: 'Een stap gaat naar een van de acht velden rond de steen, recht of schuin, als dat leeg is.',
    jump: 'Een sprong gaat over een steen vlak naast de jouwe, van jezelf of van je tegenstander, in een van de acht richtingen, naar het veld er vlak achter, dat leeg moet zijn. De steen waar je overheen springt, blijft staan.',
    jumpingOn:
      'Van daar mag dezelfde steen verder springen, zo vaak en in welke richting er maar iets te springen valt. Je mag na elke sprong stoppen, en springen is nooit verplicht. Sprongen mogen door beide kampen gaan. Alleen eindigen op het veld waar je begon, is geen zet.',
    clearing: (moves) =>
      `Niemand mag tijd winnen door thuis te blijven. Wie na ${moves} zetten van elke speler nog een steen in het eigen kamp heeft, verliest. Hebben beide spelers er nog een, dan is het remise.`,
    reentering:
      'Daarna verliest wie een beurt eindigt met een steen in het eigen kamp, meteen. Erdoorheen springen kan geen kwaad.',
    winning: (stones) => `Je wint meteen als al je ${stones} stenen in het kamp van je tegenstander staan.`,
    blocked: 'Een speler die niets meer kan zetten, verliest.',
    points: (lastFile, size) =>
      `Elk veld heeft een letter en een getal: a tot en met ${lastFile} van links naar rechts, 1 tot en met ${size} van onder naar boven.`,
    moves: (move) => `Een zet schrijf je als van en naar, welke sprongen er ook tussen liggen: ${move}.`,
    position: (size, start) =>
      `Een hele stelling past op één regel: de rijen van ${size} tot en met 1 (w, b, of een punt als er niets staat), wie er aan zet is, en het zetnummer. De beginstelling is ${start}`,
  },
  winsFirst: 'Winst gaat voor remise die door dezelfde zet zou ontstaan.',
  draws: {
    agreement: 'De spelers mogen op elk moment van de partij remise overeenkomen.',
    repetition: (hands) =>
      `Het is remise als dezelfde stelling voor de derde keer staat: dezelfde stenen op dezelfde plaatsen, dezelfde speler aan zet${
        hands ? ' en evenveel stenen in elke hand' : ''
      }. Er mogen andere stellingen tussen liggen.`,
    earliest: (move) => `De derde keer moet in zet ${move} of later komen.`,
    automatic: 'De partij eindigt dan automatisch; niemand hoeft iets te claimen.',
    repetitionFirst: 'Ontstaan beide door één zet, dan geldt de partij als remise door herhaling.',
    claimed:
      'De partij eindigt niet automatisch: die gaat door tot een speler remise claimt en een arbiter de claim toewijst.',
    unruled: 'Heeft na 3 dagen geen arbiter beslist, dan doet de server het, op basis van het bewijs.',
    evidence: (repetition, quiet) =>
      `Een claim zegt waarop die rust: ${[
        repetition && 'bij herhaling de nummers van de drie stellingen',
        quiet && 'bij zetten zonder vooruitgang de eerste en de laatste beurt van de reeks',
      ]
        .filter(Boolean)
        .join('; ')}.`,
    beforeMoving:
      'Claim in plaats van te zetten. Alleen wie aan zet is, kan claimen: voor de stelling op het bord, of voor de stelling na een zet die je noemt maar niet speelt. Wie een zet doet, ook die zet, verliest de claim.',
    afterDeclinedOffer:
      'Bied je tegenstander eerst remise aan, met een zet of zonder, en geef de reden en de nummers. Wordt het aanbod afgeslagen, met woorden of door verder te spelen, of blijft het zo lang onbeantwoord als één zet mag duren (3 dagen als de tijd voor de hele partij geldt), dan mag je de claim aan de arbiters voorleggen, om dezelfde reden en met dezelfde nummers. De claim vervalt niet door zetten die intussen worden gespeeld, en je hoeft niet aan zet te zijn.',
    frozen:
      'Zolang er een claim openstaat, ligt de partij stil en loopt er geen klok. De tegenstander kan nog met remise instemmen, en elk van beiden kan opgeven. Wordt de claim afgewezen, dan gaat de partij verder waar die stond en kan dezelfde claim niet nog eens. De tijd van een claim die je intrekt, gaat van je eigen klok af.',
  },
  time: 'Hoeveel dagen er per zet zijn, ligt vast voordat de partij begint. Wie dan nog niet gezet heeft, verliest.',
  leaving:
    'Opgeven mag altijd, ook als je tegenstander aan zet is. Voordat elke speler een beurt heeft gehad, kan elk van beiden de partij annuleren. Die telt dan voor niemand, en dat geldt ook als iemand zo vroeg opgeeft of door de tijd heen is.',
  numbering:
    'Een beurt van wit en een van zwart vormen samen één zet. 11w is de beurt van wit in zet 11, 11z die van zwart. Stellingen zijn genummerd naar de gespeelde beurten: stelling 0 is het begin, stelling 21 staat na 11w.',
  record: (example) => `Een partij is de reeks van alle zetten: ${example}`,
}
