// What needs Node: tables in files.
export { deflateBlock } from './blocks.ts'
export { DiskTables, type ListedSet, type TableProof } from './disk-tables.ts'
export { findTable, loadTable, type TableFolders, tablePath, writeWhole } from './table-folder.ts'
