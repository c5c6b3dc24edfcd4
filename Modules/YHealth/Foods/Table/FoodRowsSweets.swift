/// Sweets, snacks, condiments and drinks.
enum FoodRowsSweets {
  static let rows = """
    chocolate; milk chocolate; chocolate bar | 540 7.5 57 31 2.5 | piece 6, row 20, bar 100, portion 25 | 8
    dark chocolate | 570 8 38 41 11 | piece 6, row 20, bar 100, portion 25 | 8
    biscuit; cookie; digestive | 480 6 66 21 2.5 | biscuit 14, cookie 30 | 15
    cake; sponge cake; chocolate cake | 375 5 50 17.5 1.3 | slice 90, piece 90 | 22
    cheesecake | 320 6 27 21 0.6 | slice 120 | 20
    apple pie; fruit pie; crumble; strudel | 245 2.5 34 11 1.8 | slice 130, portion 150 | 20
    doughnut; donut | 410 6 48 21.5 1.6 | doughnut 60 | 15
    brownie | 420 5 51 22 2.4 | brownie 60 | 18
    danish pastry; danish; cinnamon roll; pastry | 390 6.5 46 20 1.8 | danish 80, roll 80, pastry 80 | 18
    baklava | 430 6 46 25 2.5 | piece 40 | 18
    gulab jamun; jalebi | 320 5 50 11.5 0.6 | piece 40 | 22
    mochi | 240 3.5 54 1 0.8 | mochi 45 | 18
    tiramisu | 285 5 28 17 0.5 | portion 120 | 22
    rice pudding; pudding; custard | 115 3.5 18 3 0.3 | portion 150, bowl 180 | 20
    jelly; gelatine dessert | 62 1.3 14.5 0 0 | portion 120 | 15
    sweet; candy; gummy bear; jelly bean | 345 4 80 0.3 0.2 | sweet 5, handful 30, portion 30 | 12
    crisp; potato chip; crisps | 530 6 51 33 4.5 | bag 30, handful 15, portion 30 | 8
    popcorn | 420 9.5 60 14 11 | bowl 25, handful 5, portion 25 | 25
    cereal bar; granola bar; muesli bar | 425 7.5 61 16 5 | bar 35 | 15
    protein bar | 370 32 34 12.5 6 | bar 55 | 18
    protein powder; whey; whey protein | 390 78 7 6 1 | scoop 30, portion 30 | 10
    sugar; brown sugar | 400 0 100 0 0 | tsp 4, tbsp 12, cube 4 | 4
    honey; syrup; maple syrup | 305 0.3 79 0 0 | tsp 7, tbsp 21 | 6
    jam; marmalade | 250 0.4 60 0.1 1 | tsp 7, tbsp 20, portion 20 | 8
    chocolate spread; nutella; hazelnut spread | 540 6 57 31 3.5 | tsp 7, tbsp 19, portion 20 | 6
    olive oil; oil; vegetable oil; sunflower oil; rapeseed oil | 885 0 0 98 0 | tsp 4.5, tbsp 13.5, splash 8 | 4
    mayonnaise; mayo | 690 1 2 75 0 | tbsp 14, portion 20 | 8
    ketchup; tomato ketchup | 105 1.3 24 0.2 0.7 | tbsp 17, portion 20 | 8
    mustard | 100 5.5 6 5.5 3.5 | tsp 5, tbsp 15 | 20
    vinaigrette; salad dressing; dressing | 350 0.7 8 35 0.2 | tbsp 15, portion 25 | 25
    soy sauce | 60 8 6 0.1 0.6 | tbsp 16, tsp 5 | 12
    pesto | 470 5 6 47 2 | tbsp 16, portion 40 | 12
    gravy; brown sauce | 50 1.7 5.5 2.3 0.2 | portion 60, tbsp 16 | 30
    tomato sauce; passata | 45 1.5 6.5 1.3 1.5 | portion 120, tbsp 16 | 25
    peanut sauce; satay sauce | 290 9 15 22 2.5 | portion 40, tbsp 18 | 22
    tahini | 620 20 10 56 9 | tbsp 15, tsp 5 | 8
    water; mineral water; sparkling water | 0 0 0 0 0 | glass 250, bottle 500, cup 240, mug 300 | 0
    tea; green tea; black tea; herbal tea | 1 0 0.2 0 0 | cup 240, mug 300, glass 250 | 50
    milk tea; tea with milk; chai | 35 1 5 1.2 0 | cup 240, mug 300, glass 250 | 30
    bubble tea | 75 0.6 15 1.5 0.1 | cup 450 | 25
    coffee; black coffee; americano; filter coffee | 2 0.2 0.1 0 0 | cup 200, mug 300 | 50
    espresso | 5 0.3 0.8 0.1 0 | cup 30, shot 30, espresso 30 | 40
    cappuccino; coffee with milk; flat white | 38 2.1 3.1 1.9 0 | cup 180, mug 250 | 22
    latte; caffe latte; cafe latte; latte macchiato | 48 2.6 3.9 2.5 0 | cup 300, glass 300, mug 300 | 20
    hot chocolate; cocoa | 85 3.4 11 3 0.8 | cup 250, mug 300 | 22
    orange juice; juice; fruit juice; apple juice | 45 0.5 10.3 0.1 0.2 | glass 200, cup 240, carton 200 | 10
    smoothie; fruit smoothie | 57 0.8 12.5 0.4 1.2 | glass 250, bottle 250, cup 240 | 20
    milkshake; protein shake; shake | 95 5 12 2.8 0.3 | glass 300, cup 300, shake 300 | 28
    lassi; ayran | 60 2.3 8 2 0 | glass 250 | 28
    cola; coke; soft drink; lemonade; soda; fizzy drink | 42 0 10.5 0 0 | can 330, glass 250, bottle 500 | 8
    diet cola; diet coke; zero sugar cola; diet lemonade | 1 0 0.1 0 0 | can 330, glass 250, bottle 500 | 30
    energy drink | 46 0 11 0 0 | can 250, bottle 500 | 8
    sports drink; isotonic drink | 25 0 6 0 0 | bottle 500, glass 250 | 12
    coconut water | 19 0.4 4 0.1 0.3 | glass 250, carton 330 | 15
    kombucha | 18 0 4 0 0 | bottle 330, glass 250 | 30
    beer; lager; pale ale | 43 0.5 3.5 0 0 | bottle 330, can 330, pint 500, glass 300 | 12
    alcohol-free beer | 24 0.4 5 0 0 | bottle 330, can 330, glass 300 | 20
    wine; red wine; white wine; rose wine | 83 0.1 2.5 0 0 | glass 150, bottle 750 | 8
    sparkling wine; prosecco; champagne | 78 0.2 2.5 0 0 | glass 120, bottle 750 | 8
    whisky; vodka; gin; rum; spirit; schnapps | 230 0 0.1 0 0 | shot 40, glass 40 | 8
    cocktail; gin and tonic; margarita | 115 0.1 13 0.1 0.1 | glass 200 | 30
    """
}
