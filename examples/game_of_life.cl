// One generation of Conway's game of life on a torus, one byte per cell.

kernel void game_of_life(global const uchar *now, global uchar *next, int width, int height)
{
    int x = get_global_id(0);
    int y = get_global_id(1);
    if (x >= width || y >= height)
        return;

    int neighbours = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) {
            if (dx == 0 && dy == 0)
                continue;
            int nx = (x + dx + width) % width;
            int ny = (y + dy + height) % height;
            neighbours += now[ny * width + nx];
        }

    uchar alive = now[y * width + x];
    switch (neighbours) {
    case 2:
        next[y * width + x] = alive;
        break;
    case 3:
        next[y * width + x] = 1;
        break;
    default:
        next[y * width + x] = 0;
    }
}
