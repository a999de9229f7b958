import { itemAt } from '@tegenzet/common'
import type { RuleSet } from '@tegenzet/rules'
import type { NodeIndex } from '@tegenzet/trees'
import { type MoveTree, type Path, pathFrom, playAlong } from '@tegenzet/trees'

/** The positions of a tree. They are computed once, and only on the way to nodes that are asked for. */
export class TreePaths {
  readonly #rules: RuleSet
  #paths = new Map<NodeIndex, Path>()

  constructor(rules: RuleSet) {
    this.#rules = rules
  }

  /** @throws Error if the tree has an illegal move */
  to(tree: MoveTree, at: NodeIndex): Path {
    const way: number[] = []
    let from = at
    while (from !== null && !this.#paths.has(from)) {
      way.push(from)
      from = itemAt(tree.nodes, from).parent
    }
    let path = this.#paths.get(from) ?? pathFrom(this.#rules, tree.start)
    this.#paths.set(from, path)
    for (const index of way.reverse()) {
      const { move } = itemAt(tree.nodes, index)
      const played = playAlong(this.#rules, path, move)
      if (!played.ok) throw new Error(`${move} cannot be played: ${played.error.message}`)
      path = played.value
      this.#paths.set(index, path)
    }
    return path
  }

  /** The nodes have got other places. @param places by old index: the new one; undefined for nodes that are gone */
  move(places: ReadonlyMap<NodeIndex, NodeIndex>): void {
    const moved = [...this.#paths].flatMap(([old, path]) => {
      const index = places.get(old)
      return index === undefined ? [] : [[index, path] as const]
    })
    this.#paths = new Map(moved)
  }

  clear(): void {
    this.#paths.clear()
  }
}
