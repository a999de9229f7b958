import type { Phrases } from './phrases.ts'

export const fr: Phrases = {
  numbers: 'zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze'.split(
    ' ',
  ),
  titles: {
    aim: 'But du jeu',
    board: 'Le plateau',
    placing: 'La pose',
    moving: 'Les déplacements',
    flying: 'Les pions volants',
    taking: 'Moulins et captures',
    clearing: 'Quitter son camp',
    winning: 'Gagner',
    draws: 'Partie nulle',
    time: 'Temps, abandon, annulation',
    notation: 'Notation',
  },
  mill: {
    aim: 'Formez des moulins : trois de vos pions alignés sur une même ligne. Chaque moulin que vous fermez coûte un pion à votre adversaire. Vous gagnez quand il lui reste moins de trois pions, ou quand il ne peut plus jouer.',
    board: (squares, points, mills) =>
      `${squares} carrés emboîtés sont reliés par le milieu de leurs côtés. Les pions se posent sur les ${points} points où les lignes se rejoignent ou tournent. ${mills} rangées de trois points peuvent devenir un moulin.`,
    diagonals:
      'Sur ce plateau, les coins sont reliés eux aussi, par quatre diagonales qui vont du carré extérieur au carré intérieur. On s’y déplace comme sur toute autre ligne, et trois pions sur une diagonale forment un moulin.',
    joints:
      'Certaines lignes ne relient que deux points. On s’y déplace, mais elles n’appartiennent à aucun moulin.',
    placing: (stones) =>
      `Le plateau est vide et chaque joueur a ${stones} pions en main. Les blancs commencent. À tour de rôle, chacun pose un pion sur un point libre de son choix, jusqu’à ce que les deux mains soient vides.`,
    staying: 'D’ici là, les pions déjà posés ne bougent pas.',
    movingMeanwhile:
      'Au lieu de poser un pion, vous pouvez en déplacer un qui est déjà sur le plateau, le long d’une ligne, jusqu’au point voisin, qui doit être libre.',
    moving:
      'Quand tous les pions sont posés, vous déplacez à chaque tour un de vos pions le long d’une ligne, jusqu’au point voisin, qui doit être libre.',
    movingOnly:
      'Quand votre main est vide, vous déplacez à chaque tour un de vos pions le long d’une ligne, jusqu’au point voisin, qui doit être libre, même si votre adversaire a encore des pions à poser.',
    movingToTheEnd: 'Cela reste vrai quand il ne vous reste que trois pions.',
    flying:
      'Dès que votre main est vide et que vous avez exactement trois pions sur le plateau, vos pions peuvent voler : à chaque tour, vous en déplacez un vers n’importe quel point libre, relié ou non. Cela vaut pour chaque joueur séparément ; l’autre continue de suivre les lignes jusqu’à n’avoir plus que trois pions à son tour.',
    closing:
      'Quand vous posez ou déplacez un pion de sorte que trois des vôtres s’alignent sur une même ligne, vous fermez un moulin. Un pion qui sort d’un moulin et y revient plus tard le ferme de nouveau, à chaque fois.',
    compulsory: 'Vous capturez alors un pion adverse, dans le même tour. La capture est obligatoire.',
    optional:
      'Vous pouvez alors capturer un pion adverse, dans le même tour. Ce n’est pas obligatoire : on peut fermer un moulin et tout laisser en place.',
    takeable:
      'Les pions placés dans un moulin sont protégés. Ce n’est que si tous les pions adverses présents sur le plateau sont dans des moulins que vous pouvez capturer n’importe lequel. Tant que l’adversaire n’a aucun pion sur le plateau, on ne capture rien.',
    oneStone:
      'Fermer deux moulins d’un coup ne donne droit qu’à une seule capture. Un pion capturé ne revient pas en jeu.',
    winning:
      'Vous gagnez dès que votre adversaire a moins de trois pions, ceux de sa main compris. Vous gagnez aussi quand c’est à lui de jouer, la main vide, et qu’il n’a aucun coup possible.',
    quiet: (reset, moves) =>
      `La partie est nulle quand chaque joueur a joué ${moves} coups de suite sans ${
        reset === 'mill' ? 'qu’aucun moulin ait été fermé' : 'qu’aucun pion ait été capturé'
      }. La pose des pions compte aussi.`,
    points: (lastFile, lastRank) =>
      `Chaque point porte une lettre et un chiffre : de a à ${lastFile} de gauche à droite, de 1 à ${lastRank} de bas en haut.`,
    moves: (placed, moved, captured) =>
      `Un pion posé s’écrit par son point : ${placed}. Un déplacement s’écrit par son départ et son arrivée : ${moved}. Un pion capturé suit, après un x : ${placed}x${captured}, ${moved}x${captured}.`,
    position: (reset, start) =>
      `Une position entière tient sur une ligne : les points rangée par rangée, de haut en bas (w pour un pion blanc, b pour un noir, un point s’il n’y a rien), le camp qui doit jouer, les pions que les blancs et les noirs ont en main, le nombre de demi-coups depuis ${
        reset === 'capture' ? 'la dernière capture' : 'le dernier moulin fermé'
      }, et le numéro du coup. Le départ s’écrit ${start}`,
  },
  halma: {
    aim: (stones) =>
      `Amenez vos ${stones} pions dans le camp adverse, de l’autre côté du plateau, avant que votre adversaire ne remplisse le vôtre. On ne capture jamais rien.`,
    board: (size, stones, white, black) =>
      `Le plateau compte ${size} cases sur ${size}. Deux coins opposés portent les camps, de ${stones} cases chacun : celui des blancs autour de ${white}, celui des noirs autour de ${black}. Chaque joueur commence avec un camp plein, et le voit en bas à droite.`,
    moving: 'Les blancs commencent. À votre tour, vous déplacez un pion, d’un pas ou par des sauts.',
    step: 'Un pas mène à l’une des huit cases autour du pion, tout droit ou en diagonale, si elle est libre.',
    jump: 'Un saut passe par-dessus un pion juste à côté du vôtre, ami ou adverse, dans l’une des huit directions, jusqu’à la case juste derrière, qui doit être libre. Le pion sauté reste en place.',
    jumpingOn:
      'De là, le même pion peut sauter encore, aussi souvent et dans toutes les directions où il y a de quoi sauter. Vous pouvez vous arrêter après chaque saut, et rien n’oblige à sauter. Les sauts peuvent traverser les deux camps. Seul finir sur sa case de départ n’est pas un coup.',
    clearing: (moves) =>
      `Personne ne doit gagner du temps en restant chez soi. Après ${moves} coups de chaque joueur, celui qui a encore un pion dans son propre camp perd. S’ils en ont tous deux, la partie est nulle.`,
    reentering:
      'Ensuite, celui qui finit un tour avec un pion dans son propre camp perd aussitôt. Le traverser en sautant ne coûte rien.',
    winning: (stones) => `Vous gagnez aussitôt que vos ${stones} pions sont tous dans le camp adverse.`,
    blocked: 'Un joueur qui n’a aucun coup possible perd.',
    points: (lastFile, size) =>
      `Chaque case porte une lettre et un nombre : de a à ${lastFile} de gauche à droite, de 1 à ${size} de bas en haut.`,
    moves: (move) =>
      `Un coup s’écrit par son départ et son arrivée, quels que soient les sauts entre les deux : ${move}.`,
    position: (size, start) =>
      `Une position entière tient sur une ligne : les rangées de ${size} à 1 (w pour un pion blanc, b pour un noir, un point s’il n’y a rien), le camp qui doit jouer, et le numéro du coup. Le départ s’écrit ${start}`,
  },
  winsFirst: 'Une victoire passe avant une nulle que le même coup amènerait.',
  draws: {
    agreement: 'Les joueurs peuvent convenir de la nulle à tout moment de la partie.',
    repetition: (hands) =>
      `La partie est nulle quand la même position se présente pour la troisième fois : les mêmes pions aux mêmes places, le même joueur au trait${
        hands ? ', et autant de pions dans chaque main' : ''
      }. D’autres positions peuvent s’intercaler.`,
    earliest: (move) => `La troisième fois doit survenir au coup ${move} ou plus tard.`,
    automatic: 'La partie s’arrête alors d’elle-même ; personne n’a rien à réclamer.',
    repetitionFirst: 'Si un même coup amène les deux, la partie est enregistrée comme nulle par répétition.',
    claimed:
      'La partie ne s’arrête pas d’elle-même : elle continue jusqu’à ce qu’un joueur réclame la nulle et qu’un arbitre admette la réclamation.',
    unruled: 'Si aucun arbitre n’a décidé au bout de 3 jours, le serveur décide, d’après les faits.',
    evidence: (repetition, quiet) =>
      `Une réclamation dit sur quoi elle repose : ${[
        repetition && 'pour une répétition, les numéros des trois positions',
        quiet && 'pour des coups sans progrès, le premier et le dernier demi-coup de la suite',
      ]
        .filter(Boolean)
        .join(' ; ')}.`,
    beforeMoving:
      'Réclamez au lieu de jouer. Seul le joueur au trait peut réclamer : pour la position sur le plateau, ou pour la position après un coup que vous annoncez sans le jouer. Qui joue un coup, même celui-là, perd ce droit.',
    afterDeclinedOffer:
      'Proposez d’abord la nulle à votre adversaire, avec un coup ou sans, en donnant le motif et les numéros. Si la proposition est refusée, par des mots ou par un coup joué, ou reste sans réponse aussi longtemps qu’un coup peut durer (3 jours si le temps vaut pour toute la partie), vous pouvez porter la réclamation devant les arbitres, avec le même motif et les mêmes numéros. Les coups joués entre-temps ne l’éteignent pas, et vous n’avez pas besoin d’être au trait.',
    frozen:
      'Tant qu’une réclamation est ouverte, la partie est suspendue et aucune pendule ne tourne. L’adversaire peut encore accepter la nulle, et chacun peut abandonner. Si la réclamation est rejetée, la partie reprend où elle en était, et la même réclamation ne peut plus être faite. Le temps pris par une réclamation que vous retirez est décompté du vôtre.',
  },
  time: 'Le nombre de jours pour chaque coup est fixé avant le début de la partie. Qui n’a pas joué à temps perd.',
  leaving:
    'Vous pouvez abandonner à tout moment, même quand c’est à l’adversaire de jouer. Tant que chaque joueur n’a pas joué une fois, l’un ou l’autre peut annuler la partie. Elle ne compte alors pour personne, et il en va de même si quelqu’un abandonne ou dépasse son temps aussi tôt.',
  numbering:
    'Un demi-coup des blancs et un demi-coup des noirs forment un coup. 11bl désigne le demi-coup des blancs au coup 11, 11n celui des noirs. Les positions sont numérotées d’après les demi-coups joués : la position 0 est le départ, la position 21 suit 11bl.',
  record: (example) => `Une partie est la suite de ses coups : ${example}`,
}
