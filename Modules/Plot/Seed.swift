enum PlotSeed {}
