/// Grains, fruit, vegetables and simple products of them. Names | kcal, protein, carbohydrate, fat and fibre of 100 g |
/// usual portions in grams | uncertainty in per cent.
enum FoodRowsPlants {
  static let rows = """
    bread; toast; white bread; loaf | 260 9 49 3 3 | slice 35 | 10
    wholemeal bread; brown bread; wholegrain bread; whole wheat bread | 245 11 41 3.5 7 | slice 40 | 10
    rye bread; black bread; pumpernickel | 225 7 44 1.5 7 | slice 45 | 10
    sourdough; sourdough bread | 255 9 50 1.5 3 | slice 45 | 10
    bread roll; roll; bun | 275 9 52 3 3 | roll 60 | 12
    baguette; french bread | 265 9 54 1.5 3 | piece 60, baguette 250 | 10
    bagel | 265 10 52 1.7 2.5 | bagel 95 | 10
    pitta; pita; pita bread; flatbread | 270 9 55 1.5 2.5 | pitta 60 | 12
    naan; naan bread | 290 9 50 6 2.5 | naan 120 | 15
    chapati; roti; phulka | 265 9 47 5 7 | chapati 45 | 15
    paratha | 325 7 43 14 5 | paratha 80 | 20
    tortilla; wrap; flour tortilla | 305 8 50 8 3 | tortilla 50 | 12
    corn tortilla | 220 6 45 3 6 | tortilla 26 | 12
    crispbread; cracker; knackebrod | 380 10 70 4 12 | piece 10 | 12
    croissant | 405 8 45 21 2.5 | croissant 60 | 12
    muffin | 380 5 52 17 1.5 | muffin 110 | 20
    scone | 360 7 50 14 2 | scone 70 | 15
    pancake; crepe | 225 6 28 10 1 | pancake 60 | 20
    waffle | 290 8 33 14 1.5 | waffle 75 | 20
    rice; white rice; boiled rice; steamed rice | 130 2.7 28 0.3 0.4 | portion 180, bowl 200, cup 160, plate 250 | 8
    brown rice; wholegrain rice | 123 2.7 26 1 1.8 | portion 180, bowl 200, cup 190 | 8
    basmati rice; jasmine rice | 130 2.9 28 0.4 0.5 | portion 180, bowl 200, cup 160 | 8
    sticky rice; sushi rice | 140 2.5 31 0.3 0.5 | portion 150, bowl 200 | 8
    pasta; spaghetti; noodle; macaroni; penne; fusilli | 157 5.8 31 0.9 1.8 | portion 200, plate 250, bowl 220, cup 140 | 8
    wholewheat pasta; wholemeal pasta | 150 6 30 1 4 | portion 200, plate 250, bowl 220 | 8
    egg noodle; ramen noodle | 138 4.5 25 2 1.2 | portion 180, bowl 200 | 10
    rice noodle; vermicelli | 108 1.8 24 0.2 1 | portion 180, bowl 200 | 10
    couscous | 112 3.8 23 0.2 1.4 | portion 160, bowl 180, cup 160 | 8
    bulgur; bulgur wheat | 83 3 19 0.2 4.5 | portion 160, bowl 180, cup 180 | 8
    quinoa | 120 4.4 21 1.9 2.8 | portion 160, bowl 180, cup 185 | 8
    buckwheat; kasha | 95 3.4 20 0.6 2.7 | portion 170, bowl 200 | 10
    millet | 119 3.5 24 1 1.3 | portion 170, cup 175 | 10
    polenta; cornmeal; grits; ugali; pap | 85 2 18 0.5 1 | portion 200, bowl 220 | 15
    porridge; oatmeal; oat porridge | 80 3 13 1.8 1.8 | bowl 250, portion 250, cup 240 | 15
    oat; rolled oat; oat flake | 375 13 60 7 10 | portion 45, bowl 50, cup 80, tbsp 10 | 6
    muesli | 365 10 64 7 8 | bowl 55, portion 50, cup 85 | 12
    granola | 450 9 60 19 6 | bowl 55, portion 50, cup 90 | 12
    cornflake; corn flake; cereal; breakfast cereal | 375 7 84 1 3 | bowl 35, portion 30, cup 30 | 8
    potato; boiled potato; jacket potato; baked potato | 85 2 19 0.1 2 | potato 150, portion 200 | 8
    mashed potato; mash | 105 2 15 4 1.5 | portion 200, cup 210 | 15
    roast potato | 150 3 26 4.5 2.4 | portion 180, potato 60 | 15
    chips; french fries; fries; pommes | 285 3.5 36 14 3.5 | portion 140 | 15
    sweet potato | 88 1.6 20 0.1 3 | potato 150, portion 180 | 8
    cassava; yuca; manioc | 150 1.3 37 0.3 1.8 | portion 150 | 10
    plantain; fried plantain | 180 1.2 38 4 2.5 | plantain 150, portion 130 | 20
    yam | 115 1.5 27 0.2 4 | portion 180 | 10
    apple | 53 0.3 12 0.2 2.2 | apple 150 | 6
    banana | 90 1.1 20 0.3 2 | banana 120 | 6
    orange | 47 0.9 9 0.1 2.2 | orange 150 | 6
    mandarin; clementine; tangerine; satsuma | 47 0.8 10 0.2 1.8 | mandarin 70 | 6
    grapefruit | 38 0.8 8 0.1 1.6 | grapefruit 230 | 6
    lemon; lime | 29 1 6 0.3 2.8 | lemon 60 | 8
    pear | 57 0.4 12 0.1 3.1 | pear 165 | 6
    peach; nectarine | 42 0.9 9 0.2 1.5 | peach 140 | 6
    apricot | 48 1.4 9 0.4 2 | apricot 40 | 6
    plum | 46 0.7 10 0.3 1.5 | plum 65 | 6
    cherry | 61 1 14 0.2 2 | cherry 8, handful 60, cup 140 | 6
    grape | 68 0.7 16 0.2 0.9 | grape 5, handful 80, bunch 120, cup 150 | 6
    strawberry | 33 0.7 6 0.3 2 | strawberry 15, handful 75, cup 150, portion 150 | 6
    raspberry | 48 1.2 7 0.6 6.5 | handful 60, cup 125, portion 100 | 6
    blueberry; bilberry | 57 0.7 12 0.3 2.4 | handful 60, cup 145, portion 100 | 6
    blackberry; berry; mixed berry | 45 1.2 7 0.5 5 | handful 60, cup 145, portion 100 | 10
    kiwi; kiwi fruit | 60 1.1 12 0.5 3 | kiwi 75 | 6
    mango | 62 0.8 14 0.4 1.6 | mango 200, cup 165, portion 150 | 6
    pineapple | 50 0.5 12 0.1 1.4 | slice 80, cup 165, portion 120 | 6
    papaya | 43 0.5 10 0.3 1.7 | portion 150, papaya 300 | 8
    watermelon | 30 0.6 7.5 0.2 0.4 | slice 250, cup 150, portion 200 | 8
    melon; honeydew; cantaloupe | 35 0.8 8 0.2 0.9 | slice 120, cup 160, portion 150 | 8
    pomegranate | 80 1.6 17 1.1 4 | pomegranate 150, portion 90 | 8
    fig | 74 0.8 17 0.3 2.9 | fig 50 | 8
    date; medjool date | 280 2 68 0.3 7.5 | date 12 | 8
    raisin; sultana; dried fruit | 300 3 73 0.5 4.5 | handful 35, tbsp 12 | 8
    avocado | 165 2 2 15 6.5 | avocado 150, half 75 | 10
    olive | 145 1 4 15 3 | olive 4, handful 30, portion 30 | 12
    coconut | 355 3.3 6 34 9 | piece 45 | 8
    tomato | 19 0.9 3.2 0.2 1.2 | tomato 100, slice 15 | 6
    cherry tomato | 20 1 3.5 0.3 1.3 | tomato 15, handful 80 | 6
    cucumber | 14 0.7 2.2 0.1 0.7 | cucumber 300, slice 8, portion 80 | 6
    lettuce; salad leaf; green leaf | 15 1.3 1.7 0.2 1.4 | portion 50, handful 25, bowl 80 | 10
    spinach | 23 2.9 1.2 0.4 2.2 | portion 90, handful 30 | 8
    kale | 38 3.2 3.5 0.8 3.8 | portion 80, handful 25 | 8
    rocket; arugula | 25 2.6 2 0.7 1.6 | handful 20, portion 40 | 8
    cabbage; white cabbage; coleslaw mix | 26 1.3 4 0.2 2.5 | portion 90 | 8
    sauerkraut | 18 1 2.5 0.1 2.9 | portion 120 | 10
    kimchi | 23 1.5 3 0.5 2 | portion 50 | 15
    broccoli | 34 2.8 4 0.4 2.8 | portion 100, floret 15 | 8
    cauliflower | 26 2 3.2 0.3 2.1 | portion 100 | 8
    brussels sprout; sprout | 42 3.4 4.5 0.4 3.8 | portion 90 | 8
    carrot | 38 0.8 7.5 0.2 2.8 | carrot 70, portion 80 | 6
    beetroot; beet | 45 1.6 8.5 0.2 2.5 | beetroot 80, portion 80 | 8
    onion | 38 1.1 7.5 0.1 1.7 | onion 110, portion 40 | 6
    garlic | 140 6.4 28 0.5 2.1 | clove 4 | 10
    leek | 31 1.5 5 0.3 1.8 | leek 150, portion 80 | 8
    pepper; bell pepper; paprika | 28 1 5 0.3 1.8 | pepper 150, portion 80 | 8
    chilli; chili pepper | 40 1.9 7 0.4 1.5 | chilli 10 | 12
    courgette; zucchini | 18 1.3 2 0.3 1.1 | courgette 200, portion 100 | 8
    aubergine; eggplant | 25 1 4 0.2 3 | aubergine 250, portion 120 | 8
    pumpkin; squash; butternut squash | 38 1 7 0.1 2 | portion 120 | 10
    mushroom | 24 2.8 1.5 0.4 1.3 | mushroom 18, portion 80 | 8
    asparagus | 22 2.3 2 0.2 2 | spear 16, portion 100 | 8
    celery | 14 0.7 1.5 0.2 1.6 | stick 30, portion 60 | 8
    radish | 16 0.7 2 0.1 1.6 | radish 10, handful 50 | 8
    green bean; french bean; runner bean | 31 1.8 4.5 0.2 3.2 | portion 90 | 8
    pea; green pea | 78 5.4 11 0.4 5.3 | portion 80, cup 150 | 8
    sweetcorn; corn; maize; corn on the cob | 92 3.2 17 1.3 2.6 | portion 80, cob 120, cup 150 | 8
    okra | 33 1.9 4.5 0.2 3.2 | portion 90 | 10
    pak choi; bok choy | 14 1.5 1.5 0.2 1 | portion 100 | 10
    seaweed; nori | 45 4 6 0.5 3 | portion 10, sheet 3 | 20
    mixed vegetable; vegetable; veg; veggie; roast vegetable | 50 2.2 7 1 3 | portion 120, cup 150 | 25
    green salad; side salad; salad; mixed salad | 40 1.3 4 2 1.6 | portion 120, bowl 180, plate 200 | 35
    lentil | 115 9 17 0.4 7 | portion 180, cup 200, bowl 250 | 8
    chickpea; garbanzo | 145 8 20 2.6 7 | portion 120, cup 165, can 240 | 8
    kidney bean; black bean; bean; pinto bean; white bean | 125 8.5 17 0.6 7 | portion 120, cup 175, can 240 | 10
    baked bean | 85 5 13 0.5 4 | portion 200, can 400 | 10
    edamame; soya bean | 122 12 7 5.2 5 | portion 100, handful 40, cup 155 | 8
    tofu; bean curd | 125 13 2 7.5 1 | portion 120, block 300 | 15
    tempeh | 190 19 8 11 6 | portion 100 | 10
    seitan | 150 28 6 2 1 | portion 100 | 15
    hummus; houmous | 260 7.5 13 19 5.5 | portion 50, tbsp 20 | 15
    falafel | 300 11 28 16 7 | falafel 20, portion 100 | 20
    almond | 600 21 9 51 11 | almond 1.2, handful 30 | 6
    walnut | 670 15 7 65 6.5 | walnut 4, handful 30 | 6
    cashew | 580 18 28 46 3.5 | handful 30 | 6
    peanut | 590 26 13 49 8.5 | handful 30 | 6
    hazelnut | 640 15 8 61 9.5 | handful 30 | 6
    pistachio | 580 20 18 46 10 | handful 30 | 6
    nut; mixed nut | 610 19 13 53 8 | handful 30 | 10
    peanut butter | 610 25 15 50 6.5 | tbsp 16, portion 30 | 6
    sunflower seed; pumpkin seed; seed | 590 23 12 50 7.5 | tbsp 10, handful 30 | 10
    chia; chia seed | 445 17 8 31 34 | tbsp 12 | 8
    flaxseed; linseed | 500 18 3 42 27 | tbsp 10 | 8
    """
}
