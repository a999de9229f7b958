export { checkTree, treeCheck } from './check-tree.ts'
export { type Depth, depthBelow, depthOfStart, isTooDeep } from './depth.ts'
export {
  addNode,
  annotate,
  type Children,
  childrenOf,
  childWith,
  cut,
  forkOf,
  lineAlong,
  lineTo,
  lineToEnd,
  makeMainLine,
  movesOf,
  type NodeIndex,
  type Nodes,
  promote,
  type Reordered,
  sameNode,
  siblingsOf,
} from './edit-tree.ts'
export { jsonBytes } from './json-bytes.ts'
export { type MalformedTree, TREE_FAULTS, type TreeFault } from './malformed-tree.ts'
export {
  type MoveTree,
  NAG_SYMBOLS,
  SHAPE_COLOURS,
  type ShapeColour,
  TREE_LIMITS,
  type TreeNode,
  type TreeShape,
} from './move-tree.ts'
export { type Path, pathFrom, playAlong } from './path.ts'
