/// Eggs, milk, meat and fish.
enum FoodRowsAnimals {
  static let rows = """
    egg; boiled egg; poached egg | 140 12.5 0.7 10 0 | egg 60 | 6
    fried egg | 190 13.5 0.8 15 0 | egg 60 | 12
    scrambled egg | 165 11 1.5 12.5 0 | egg 70, portion 140 | 15
    omelette; omelet | 165 11 1 13 0 | omelette 150 | 20
    egg white | 50 11 0.7 0.2 0 | egg white 33 | 6
    milk; whole milk; cow milk | 64 3.3 4.8 3.6 0 | glass 250, cup 240, splash 30, mug 300 | 5
    semi-skimmed milk; low fat milk; half fat milk | 48 3.5 4.8 1.7 0 | glass 250, cup 240, splash 30 | 5
    skimmed milk; skim milk; fat free milk | 35 3.4 5 0.1 0 | glass 250, cup 240, splash 30 | 5
    soya milk; soy milk | 40 3.3 2 1.9 0.5 | glass 250, cup 240, splash 30 | 12
    oat milk | 46 1 7 1.5 0.8 | glass 250, cup 240, splash 30 | 12
    almond milk | 20 0.5 1.5 1.3 0.3 | glass 250, cup 240, splash 30 | 20
    coconut milk | 180 1.7 3 18 0.5 | can 400, tbsp 15, portion 100 | 20
    buttermilk | 38 3.4 4.2 0.7 0 | glass 250, cup 240 | 8
    kefir | 60 3.4 4.5 3.3 0 | glass 250, cup 240 | 10
    yogurt; yoghurt; plain yogurt; natural yogurt | 65 4.5 5 3.3 0 | pot 150, portion 150, bowl 200, tbsp 20, cup 245 | 8
    greek yogurt; greek yoghurt | 120 6 4 9 0 | pot 150, portion 150, bowl 200, tbsp 25, cup 245 | 15
    skyr; low fat quark | 63 11 4 0.2 0 | pot 150, portion 150, bowl 200, tbsp 25 | 8
    fruit yogurt; fruit yoghurt | 90 4 13 2.5 0.3 | pot 150, portion 150 | 12
    quark; curd; fresh cheese | 105 11 3.5 5 0 | portion 125, tbsp 30 | 15
    cottage cheese | 95 12 3 4 0 | portion 120, tbsp 25, cup 220 | 10
    cheese; cheddar; hard cheese; gouda; edam; emmental | 385 25 1 31 0 | slice 25, portion 30, cube 15 | 10
    parmesan; pecorino | 400 36 1 28 0 | tbsp 6, portion 20 | 8
    mozzarella | 250 18 2 19 0 | ball 125, slice 25, portion 60 | 10
    feta; white cheese | 270 15 2 22 0 | portion 50, cube 10 | 10
    brie; camembert; soft cheese | 320 20 0.5 27 0 | portion 30, slice 20 | 10
    cream cheese | 250 6 4 24 0 | tbsp 20, portion 30 | 12
    halloumi | 320 22 2 25 0 | slice 25, portion 80 | 10
    paneer | 300 19 3 24 0 | portion 80 | 15
    butter; ghee | 740 0.7 0.6 82 0 | pat 10, tsp 5, tbsp 14, portion 10 | 6
    cream; double cream; whipped cream | 340 2.2 3 36 0 | tbsp 15, splash 20, portion 30 | 15
    sour cream; creme fraiche | 200 2.6 3.5 20 0 | tbsp 20, portion 30 | 15
    ice cream | 205 3.5 24 11 0.5 | scoop 60, portion 120 | 15
    chicken; chicken breast; grilled chicken | 165 31 0 3.6 0 | portion 140, breast 170, piece 100, slice 20 | 10
    chicken thigh; chicken leg; drumstick | 210 25 0 12 0 | thigh 100, leg 130, drumstick 75, portion 130 | 12
    roast chicken | 215 26 0 12 0 | portion 140 | 15
    fried chicken; chicken nugget; schnitzel of chicken | 270 19 14 16 0.7 | piece 100, nugget 18, portion 140 | 20
    turkey; turkey breast | 150 30 0 2.5 0 | portion 130, slice 20 | 10
    duck | 240 24 0 16 0 | portion 140, breast 160 | 20
    beef; roast beef | 220 27 0 12 0 | portion 140, slice 30 | 15
    steak; beef steak; sirloin | 220 28 0 12 0 | steak 200, portion 180 | 15
    minced beef; mince; ground beef; minced meat | 240 24 0 16 0 | portion 120 | 18
    beef burger; hamburger patty; patty; meatball; kofta | 250 19 6 17 0.5 | burger 100, patty 100, meatball 30, portion 120 | 18
    veal | 170 29 0 6 0 | portion 140 | 12
    lamb; lamb chop; mutton | 255 25 0 17 0 | portion 130, chop 90 | 18
    pork; pork chop; roast pork | 230 27 0 14 0 | portion 140, chop 150 | 15
    pork belly | 390 18 0 35 0 | portion 100 | 15
    ham; cooked ham | 120 19 1 4.5 0 | slice 25, portion 60 | 12
    bacon | 400 30 1 31 0 | rasher 15, slice 12, portion 40 | 15
    sausage; bratwurst; banger | 290 14 5 24 0.5 | sausage 80, portion 140 | 15
    frankfurter; wiener; hot dog sausage | 280 12 2.5 25 0 | sausage 50 | 12
    salami; chorizo; pepperoni | 420 21 1.5 37 0 | slice 6, portion 30 | 10
    liver; liver pate; pate | 260 16 4 20 0 | portion 60, tbsp 20 | 25
    salmon; smoked salmon; grilled salmon | 205 22 0 13 0 | fillet 130, portion 130, slice 25 | 12
    tuna; tuna steak; canned tuna; tinned tuna | 125 27 0 1.5 0 | can 110, portion 120 | 15
    cod; white fish; haddock; pollock; hake; fish; fish fillet | 95 21 0 1 0 | fillet 140, portion 140 | 12
    trout; char | 150 22 0 7 0 | trout 180, fillet 120, portion 130 | 12
    mackerel; herring; sardine | 220 20 0 15 0 | fillet 80, can 90, sardine 25, portion 90 | 15
    fried fish; battered fish; fish finger; fish stick | 225 14 17 11 1 | fish finger 28, piece 150, portion 150 | 20
    prawn; shrimp; scampi | 95 20 0.5 1.2 0 | prawn 10, portion 100 | 10
    mussel; clam; oyster | 90 13 4 2.3 0 | portion 120, mussel 8, oyster 15, clam 8 | 15
    squid; calamari; octopus | 95 17 3 1.5 0 | portion 120 | 20
    crab; lobster; crab stick | 95 18 2 1.3 0 | portion 100 | 20
    """
}
