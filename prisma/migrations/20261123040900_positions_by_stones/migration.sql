-- finds the earlier occurrences of a position without reading the whole game: by the stones on the board, the first field
CREATE INDEX "positions_stones_idx" ON "positions" ("game_id", hashtext(split_part("position", ' ', 1)));
